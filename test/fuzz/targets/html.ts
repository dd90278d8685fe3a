/** Pages and laws: HTML and the gazette's XML into the one form, and on to a procedure. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBoe } from "../../../src/extraction/boe/boe-document.ts";
import { readHtml } from "../../../src/extraction/html/html-document.ts";
import { textServices } from "../../../src/extraction/text-services.ts";
import { ensureProcedure } from "../sound-procedure.ts";
import { ensureDocument, ensureOwnFailure } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";

const URL_OF = "https://sede.example.es/tramites/1";
const SERVICES = { ...textServices(() => 0), today: () => "2026-03-02" };

const PAGE = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Ayuda al alquiler - Sede</title></head><body><header><nav><a href="/">Inicio</a><a href="/t">Trámites</a></nav></header>
<main><h1>Ayuda al alquiler</h1><p>Es una <b>ayuda</b> para <i>personas</i> que <a href="/x">alquilan</a> una vivienda, <code>a|b</code> y <s>nada</s> más.<br>Otra línea.</p>
<h2>Requisitos</h2><ul><li>Ser mayor de edad</li><li>Vivir aquí<ol start="3"><li>Empadronado</li></ol></li></ul>
<h2>Documentación</h2><table><caption>Papeles</caption><tr><th>Papel</th><th>Copia</th></tr><tr><td rowspan="2">DNI</td><td>Sí</td></tr><tr><td colspan="1">No</td></tr></table>
<h2>Plazo</h2><dl><dt>Inicio</dt><dd>2 de marzo de 2026</dd></dl><blockquote>Cita</blockquote><pre>  a
 b</pre><img src="a.png" alt="Foto"><details><summary>Más</summary><p>Texto escondido que se abre.</p></details>
<form action="/s"><label for="n">Nombre</label><input id="n" name="n" required><select name="p"><option>Madrid</option><option>Lugo</option></select><textarea name="t"></textarea><input type="radio" name="r" value="1"></form></main><footer>© Sede</footer></body></html>`;
const SHEET = `<div class="ficha"><h3>Tasas</h3><div class="campo"><span class="label">Órgano:</span><span>Consejería</span></div><p><strong>Importe:</strong> 12,50 €</p><div hidden>no</div><script type="application/ld+json">{"@type":"NewsArticle"}</script></div>`;

const html: FuzzTarget = {
  name: "html",
  baseMs: 800,
  heapMb: 512,
  dictionary: [
    ..."<p> </p> <div> </div> <table> <tr> <td> </td> </table> <h1> <h2> </h2> <ul> <li> <ol> <a </a> <b> <pre> <code> <br>".split(
      " ",
    ),
    ..."<main> <article> <section> <form> <input <select> <option> <label <script> <style> <template> <svg> <math> <plaintext>".split(
      " ",
    ),
    ..."<details> <summary> <dl> <dt> <dd> <blockquote> <img <iframe> <noscript> <![CDATA[ <!-- --> &amp; &lt; &#0; &#x80; &#55296;".split(
      " ",
    ),
    ..."colspan= rowspan= href= id= class= hidden style=display:none aria-hidden=true aria-labelledby= start= lang=ca | * _ ` # \\".split(
      " ",
    ),
    'rowspan="65535"',
    'colspan="1000"',
    "Ã¡",
    "Ã\x83Â±",
    "<table><tr><td>",
  ],
  seeds: () => [PAGE, SHEET, "<p>Plazo: 10 días</p>", Buffer.from(PAGE, "latin1")],
  run(input) {
    const { document, coverage } = readHtml({ url: URL_OF, body: input, contentType: "text/html" }, SERVICES);
    ensureDocument(document);
    ensure(coverage >= 0 && coverage <= 1, `coverage is ${coverage}`);
    ensureProcedure(document);
    return document;
  },
};

const BOE = readFileSync(join(import.meta.dirname, "../../../src/extraction/boe/fixtures/boe-document.xml"));
const LAW = `<response><status><code>200</code></status><data><texto><bloque id="a1" tipo="precepto" titulo="Artículo 1"><version id_norma="BOE-A-2020-1" fecha_publicacion="20200101" fecha_vigencia="20200102"><p class="articulo">Artículo 1. Objeto.</p><p class="parrafo">Texto.</p></version><version id_norma="BOE-A-2021-1" fecha_publicacion="20210101" fecha_vigencia="20210102"><p class="parrafo">Texto nuevo.</p></version></bloque></texto></data></response>`;

const boe: FuzzTarget = {
  name: "boe",
  baseMs: 800,
  heapMb: 512,
  dictionary: [
    ..."<documento> <metadatos> <identificador> <titulo> <texto> </texto> <p </p> <bloque <version </version> <table> <tr> <td>".split(
      " ",
    ),
    ..."<analisis> <referencias> <anterior <posterior <materia <url_pdf> <![CDATA[ ]]> <!-- --> <!DOCTYPE <!ENTITY &amp; &#0; &#x110000;".split(
      " ",
    ),
    ...`class="articulo" class="capitulo_num" class="parrafo" fecha_vigencia="20260230" fecha_caducidad="20200101" lang="ca"`.split(
      " ",
    ),
  ],
  seeds: () => [BOE, LAW],
  async run(input) {
    const read = await readBoe(
      { bytes: input, url: "https://www.boe.es/diario_boe/xml.php?id=BOE-A-2024-1" },
      SERVICES,
    );
    if (!read.ok) {
      ensureOwnFailure(read.failure.message);
      return read.failure;
    }
    ensureDocument(read.document);
    ensureProcedure(read.document);
    return read.document;
  },
};

export const htmlTargets: readonly FuzzTarget[] = [html, boe];
