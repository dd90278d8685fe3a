import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Clock } from "../../src/application/ports.ts";
import {
  type FlaggedLink,
  type HealthSummary,
  ingest,
  linkCounts,
  linkHealth,
  type Summary,
  writeHealthReport,
} from "../../src/index.ts";
import { hurried } from "../kit/engine.ts";
import { jsonIn, officesRoot, openOffices, pathOf, rowOf, snapshot } from "../kit/offices.ts";
import type { TestRoot } from "../kit/root.ts";

const DAY_MS = 86_400_000;

/** Later by so many days, and in a hurry. */
function daysAhead(days: number): Clock {
  const clock = hurried(500);
  const ms = days * DAY_MS;
  return { ...clock, now: () => clock.now() + ms, steady: () => clock.steady() + ms };
}

function runOn(root: TestRoot, day: number): Promise<Summary> {
  return ingest("tramites", { root: root.path, clock: daysAhead(day) });
}

interface Health extends HealthSummary {
  readonly told: readonly FlaggedLink[];
}

async function healthOn(root: TestRoot, day: number): Promise<Health> {
  const told: FlaggedLink[] = [];
  const now = Date.now() + day * DAY_MS;
  const summary = await linkHealth({ root: root.path, now, onLink: (link) => void told.push(link) });
  return { ...summary, told };
}

interface CatalogFile {
  readonly documents: readonly {
    readonly tramite_id: string;
    readonly source_url: string;
    readonly link_status: string | null;
  }[];
}

const catalogOf = (root: TestRoot) =>
  jsonIn<CatalogFile>(root, "data/ingestion/ingestion_catalog.json").documents;

function withReaders(root: TestRoot): TestRoot {
  const config = {
    network: { allow_private: true },
    extraction: { workers: 1 },
    sources: { tramites: { registry: "registry.yaml" } },
  };
  writeFileSync(root.file("levada.config.yaml"), stringify(config));
  return root;
}

describe("P38: an outage of one portal", () => {
  it.each(["answers 503", "is closed"])(
    "P38: of 8 days, in which it %s: nothing goes, links turn inactive, and are well after its return",
    async (how) => {
      const offices = await openOffices();
      const { sede, comunidad } = offices;
      const root = withReaders(officesRoot([rowOf(offices, "sede"), rowOf(offices, "comunidad")]));
      await runOn(root, 0);
      const raw = snapshot(root, "data/raw");
      const catalog = catalogOf(root);
      const of = (portal: { readonly url: string }, rows: typeof catalog) =>
        rows.filter(({ source_url }) => source_url.startsWith(portal.url));
      expect(of(sede, catalog).length).toBeGreaterThan(5);
      expect(of(comunidad, catalog).length).toBeGreaterThan(5);
      const { links: atFirst } = await healthOn(root, 0);
      expect(atFirst["tramites"]).toMatchObject({ degraded: 0, inactive: 0 });

      if (how === "is closed") await offices.close("sede");
      else sede.fail(/./, 503);
      const states: (readonly [number, number])[] = [];
      for (let day = 1; day <= 8; day++) {
        const summary = await runOn(root, day);
        expect(summary).toMatchObject({ retired: 0 });
        expect(summary.exit_code).not.toBe(0);
        const { degraded = 0, inactive = 0 } = (await linkCounts({ root: root.path }))["tramites"] ?? {};
        states.push([degraded, inactive]);
      }
      const down = states.at(-1)?.[1] ?? 0;
      expect(down).toBeGreaterThan(5);
      expect(states).toEqual([
        [0, 0],
        [0, 0],
        [down, 0],
        [down, 0],
        [down, 0],
        [down, 0],
        [down, 0],
        [0, down],
      ]);

      const { told } = await healthOn(root, 8);
      expect(told.every(({ url, state }) => url.startsWith(sede.url) && state === "inactive")).toBe(true);
      expect(told.filter(({ tramite }) => tramite !== null).length).toBeGreaterThan(5);
      const during = catalogOf(root);
      expect(during.map(({ tramite_id }) => tramite_id)).toEqual(catalog.map(({ tramite_id }) => tramite_id));
      expect(new Set(of(sede, during).map(({ link_status }) => link_status))).toEqual(new Set(["inactive"]));
      expect(new Set(of(comunidad, during).map(({ link_status }) => link_status))).toEqual(
        new Set(["active"]),
      );
      const { markdown, file } = await writeHealthReport({ root: root.path, now: Date.now() + 8 * DAY_MS });
      expect(readFileSync(file, "utf8")).toBe(markdown);
      expect(markdown).toContain(`## Inactive (${down})`);
      expect(markdown).toContain("## Hosts that answer nothing (1)");
      expect(Object.keys(snapshot(root, "data/raw"))).toEqual(Object.keys(raw));

      if (how === "is closed") return;
      sede.mend();
      await runOn(root, 9);
      const after = await healthOn(root, 9);
      expect(after.told.map(({ url, reason }) => `${pathOf(url)} ${reason}`)).toEqual([]);
      expect(after.links["tramites"]).toMatchObject({ degraded: 0, inactive: 0 });
      expect(new Set(catalogOf(root).map(({ link_status }) => link_status))).toEqual(new Set(["active"]));
      const report = await writeHealthReport({ root: root.path, now: Date.now() + 9 * DAY_MS });
      expect(report.markdown).toContain(`## Back again (${down})`);
    },
    120_000,
  );
});
