// Levada's search beside a plain look through the same files in memory: 1,000 and 10,000 procedures, one process.
//   node bench/search.ts [documents …]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSearch } from "../src/index.ts";

const SIZES = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);

const THINGS =
  "beca alquiler vivienda empleo desempleo discapacidad dependencia familia numerosa empadronamiento pasaporte extranjería residencia nacionalidad jubilación viudedad maternidad paternidad comedor transporte sanidad tarjeta vehículo licencia obra apertura terraza vado basura agua arbolado cementerio matrimonio pareja herencia impuesto plusvalía multa recurso colegio universidad guardería".split(
    " ",
  );
const KINDS =
  "Certificado Solicitud Prestación Ayuda Licencia Inscripción Renovación Reclamación Subvención Tarjeta".split(
    " ",
  );
const PLACES = "Madrid Barcelona Sevilla Valencia Bilbao Vigo Zaragoza Murcia Palma Oviedo".split(" ");
const SENTENCES = [
  "Podrán presentar la solicitud las personas físicas mayores de edad que residan en el municipio.",
  "El plazo máximo para resolver y notificar será de tres meses desde la entrada en el registro.",
  "Será necesario aportar el documento nacional de identidad o el número de identidad de extranjero.",
  "La tramitación es gratuita y puede realizarse en la sede electrónica con certificado digital.",
  "Contra la resolución cabe interponer recurso potestativo de reposición en el plazo de un mes.",
  "Se valorarán los ingresos de la unidad familiar durante el ejercicio fiscal anterior.",
];

const QUERIES = [
  "prestación",
  "prestacion",
  "certificado de discapacidad",
  "¿Cómo pido una ayuda para el alquiler si estoy en el paro?",
  "renovar tarjeta residencia",
  "licencia obra Bilbao",
  "plazo",
  "solicitudes",
  "empad",
  "beca universidad Zaragoza guardería",
];

/** The same numbers for the same seed (Numerical Recipes). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

function writeCorpus(root: string, size: number): void {
  const next = numbers(7);
  const one = <T>(list: readonly T[]) => list[next(list.length)] as T;
  mkdirSync(join(root, "data/tramites"), { recursive: true });
  for (let nth = 0; nth < size; nth++) {
    const [kind, thing, other, place] = [one(KINDS), one(THINGS), one(THINGS), one(PLACES)];
    const sentences = Array.from({ length: 20 + next(30) }, () => `${one(SENTENCES)} Véase ${one(THINGS)}.`);
    const file = {
      version: 1,
      tramite: `tramite_${nth}`,
      nombre: `${kind} de ${thing} y ${other} en ${place}`,
      keywords: [thing, other, `${kind} ${thing}`],
      organismo: `Ayuntamiento de ${place}`,
      territorio: { nivel: one(["estatal", "autonomico", "local"]), municipio: place.toLowerCase() },
      canal: one(["electronico", "presencial", "mixto"]),
      descripcion: sentences.slice(0, 3).join(" "),
      requisitos: sentences.slice(3),
      idioma: "es",
    };
    writeFileSync(join(root, `data/tramites/tramite_${nth}.json`), JSON.stringify(file));
  }
}

const fold = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** What one would write instead: every text folded once, words counted in each for each question. */
function plainSearch(root: string): (query: string) => unknown {
  const folder = join(root, "data/tramites");
  const texts = readdirSync(folder).map((name) => ({
    name,
    text: fold(readFileSync(join(folder, name), "utf8")),
  }));
  return (query) => {
    const words = fold(query).match(/[a-z0-9]+/g) ?? [];
    return texts
      .map(({ name, text }) => ({ name, score: words.filter((word) => text.includes(word)).length }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 10);
  };
}

async function timesOf(ask: (query: string) => unknown, rounds: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const query of QUERIES) {
      const started = performance.now();
      await ask(query);
      times.push(performance.now() - started);
    }
  return times.toSorted((a, b) => a - b);
}

const at = (times: readonly number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;

async function measure(size: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "levada-bench-search-"));
  try {
    writeCorpus(root, size);
    const started = performance.now();
    const searcher = await openSearch({ root });
    const built = performance.now() - started;
    const plain = plainSearch(root);
    const [ours, filtered, theirs] = [
      await timesOf((query) => searcher.search(query), 10),
      await timesOf(
        (query) => searcher.search(query, { filters: { level: "local", municipio: "Bilbao" } }),
        10,
      ),
      await timesOf(plain, 3),
    ];
    await searcher.close();
    console.log(`${size} documents, index made in ${(built / 1000).toFixed(1)} s`);
    for (const [name, times] of [
      ["levada search", ours],
      ["with filters", filtered],
      ["plain look", theirs],
    ] as const)
      console.log(
        `  ${name.padEnd(14)} p50 ${at(times, 0.5).toFixed(2)} ms   p95 ${at(times, 0.95).toFixed(2)} ms`,
      );
    console.log(
      `  plain / levada p50 ×${(at(theirs, 0.5) / at(ours, 0.5)).toFixed(1)}   p95 ×${(at(theirs, 0.95) / at(ours, 0.95)).toFixed(1)}`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

for (const size of SIZES.length > 0 ? SIZES : [1000, 10_000]) await measure(size);
