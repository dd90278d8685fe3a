import { fillAyuntamiento } from "./offices-ayuntamiento.ts";
import { fillBoe } from "./offices-boe.ts";
import { fillComunidad } from "./offices-comunidad.ts";
import { type Dataset, fillDatos } from "./offices-datos.ts";
import { Gazette, type NewItem } from "./offices-gazette.ts";
import { Office } from "./offices-office.ts";
import { fillSede } from "./offices-sede.ts";
import { midnight, type OfficeName, type Setting } from "./offices-setting.ts";

export type { FailOptions, PathPattern } from "./offices-faults.ts";
export type { NewItem } from "./offices-gazette.ts";
export type { NewPage, Office, OfficeRequest, Robots } from "./offices-office.ts";
export { registryOf } from "./offices-registry.ts";
export type { OfficeName } from "./offices-setting.ts";

export interface OfficesOptions {
  /** Another seed gives other deadlines, telephones and dates. @default 1 */
  readonly seed?: number;
  /** `2026-03-02`. All dates are before it. @default what day it is in Madrid */
  readonly today?: string;
  /** When changes are said to have been made. @default a minute after the one before, from today's beginning on */
  readonly clock?: () => number;
  /** Seconds, in robots.txt of the community. @default none */
  readonly crawlDelay?: number;
  /** @default free ones */
  readonly ports?: Partial<Readonly<Record<OfficeName, number>>>;
}

export interface Offices extends Readonly<Record<OfficeName, Office>> {
  readonly all: readonly Office[];
  readonly today: string;
  /** Pages to start from: the first is found in no other way, the others are. */
  readonly seedUrls: readonly string[];
  /** Whether the compressed sitemap of `sede` breaks off in the middle. */
  cutSitemap(cut?: boolean): void;
  /** One more item in the gazette; its id. */
  publish(item: NewItem): string;
  /** One more data set in the portal, about a page. */
  addDataset(title: string, url: string): void;
  /** One of them, or all. */
  close(one?: OfficeName): Promise<void>;
}

const NAMES: readonly OfficeName[] = ["sede", "comunidad", "ayuntamiento", "boe", "datos"];

/** Spanish e-offices on loopback: a ministry, a community, a town hall, the gazette, a portal of open data. */
export async function startOffices(options: OfficesOptions = {}): Promise<Offices> {
  const { seed = 1, today = dayInMadrid(Date.now()), crawlDelay } = options;
  const now = clockFrom(options.clock, midnight(today));
  const offices = await openAll(options.ports ?? {}, now);
  const { sede, comunidad, ayuntamiento, boe, datos } = offices;
  const all = [sede, comunidad, ayuntamiento, boe, datos];
  const origins = originsOf(offices);
  const setting: Setting = { seed, today, origins };
  const gazette = new Gazette(seed, today);
  const added: Dataset[] = [];
  let isCut = false;
  fillSede(sede, setting, () => isCut);
  fillComunidad(comunidad, setting, crawlDelay);
  fillAyuntamiento(ayuntamiento, setting);
  fillBoe(boe, setting, gazette);
  fillDatos(datos, setting, added);
  return {
    ...offices,
    all,
    today,
    seedUrls: seedUrlsOf(origins),
    cutSitemap: (cut = true) => {
      isCut = cut;
    },
    publish: (item) => gazette.publish(item),
    addDataset: (title, url) => {
      added.push({
        name: `nuevo-${added.length + 1}`,
        title,
        modified: now(),
        resources: [{ format: "HTML", url }],
      });
    },
    close: async (one) => {
      await Promise.all(
        all.filter(({ name }) => one === undefined || name === one).map((office) => office.close()),
      );
    },
  };
}

type Named<T> = Readonly<Record<OfficeName, T>>;

/** All or none: those that are open are closed again where one does not open. */
async function openAll(ports: Partial<Named<number>>, now: () => Date): Promise<Named<Office>> {
  const opened = await Promise.allSettled(NAMES.map((name) => Office.open(name, ports[name] ?? 0, now)));
  const offices = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failure = opened.find((one) => one.status === "rejected");
  if (failure !== undefined) {
    await Promise.all(offices.map((office) => office.close()));
    throw failure.reason;
  }
  return Object.fromEntries(offices.map((office) => [office.name, office])) as Named<Office>;
}

function originsOf({ sede, comunidad, ayuntamiento, boe, datos }: Named<Office>): Named<string> {
  return {
    sede: sede.url,
    comunidad: comunidad.url,
    ayuntamiento: ayuntamiento.url,
    boe: boe.url,
    datos: datos.url,
  };
}

function seedUrlsOf({ sede, comunidad, ayuntamiento }: Setting["origins"]): readonly string[] {
  return [
    `${sede}/tramites/tarjeta-sanitaria-europea`,
    `${sede}/tramites/prestacion-desempleo`,
    `${sede}/tramites/ingreso-garantia-hogares`,
    `${sede}/tramites/tarjeta-identidad-extranjero`,
    `${sede}/tramites/justicia-gratuita`,
    `${comunidad}/tramites/ayuda-alquiler-joven`,
    `${comunidad}/procedimientos/tarjeta-sanitaria-individual?utm_source=correo`,
    `${ayuntamiento}/tramites/empadronamiento`,
  ];
}

function clockFrom(clock: (() => number) | undefined, start: Date): () => Date {
  if (clock !== undefined) return () => new Date(clock());
  let last = start.getTime();
  return () => new Date((last += 60_000));
}

function dayInMadrid(time: number): string {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Madrid", ...fields }).format(time);
}
