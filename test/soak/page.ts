import { random } from "./fates.ts";

const PARTS = [
  "Requisitos",
  "Documentación necesaria",
  "Plazo de presentación",
  "Cómo se tramita",
  "Normativa",
] as const;

const WORDS =
  "solicitud ayuda persona interesada residencia certificado municipio expediente registro electrónico plazo días hábiles resolución órgano competente documentación original copia tasa importe euros justificante empadronamiento unidad familiar ingresos convocatoria bases notificación sede presencial".split(
    " ",
  );

/** A page of a procedure, 2 to 6 kB, that no other page is the same as. */
export function htmlOf(seed: number, host: number, content: number): string {
  const title = `Procedimiento ${host}-${content}: ${sentence(seed, host, content, 0, 5)}`;
  const parts = PARTS.map((part, i) => {
    const items = Array.from(
      { length: 2 + (random(seed, host, content, i) % 5) },
      (_, n) => `<li>${sentence(seed, host, content, i * 10 + n, 12)}.</li>`,
    );
    return `<h2>${part}</h2><p>${sentence(seed, host, content, i + 100, 20)}.</p><ul>${items.join("")}</ul>`;
  });
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${title}</title></head><body>
<nav><a href="/">Inicio</a> <a href="/tramites/">Trámites</a></nav>
<main><h1>${title}</h1>${parts.join("\n")}</main>
<footer>Ayuntamiento número ${host}</footer></body></html>`;
}

function sentence(seed: number, host: number, content: number, turn: number, words: number): string {
  return Array.from(
    { length: words },
    (_, i) => WORDS[random(seed, host, content, turn, i) % WORDS.length],
  ).join(" ");
}
