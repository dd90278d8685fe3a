/** Files of our own, after somebody or something else has written into them. */
import { importedProcedure } from "../../../src/procedures/imported.ts";
import { migrateProcedure } from "../../../src/procedures/migrate.ts";
import { pageMeta, parseLine, serializeLine, storedDocument } from "../../../src/domain/manifest.ts";
import {
  addSeed,
  parseSeedList,
  seedProblems,
  seedUrls,
  serialiseSeedList,
} from "../../../src/sources/tramites/seed-list.ts";
import { canonicalUrl } from "../../../src/domain/canonical-url.ts";
import { parseCheckpoint } from "../../../src/infrastructure/files/checkpoint-format.ts";
import { ensureCount, ensureWebUrl } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";
import { JSON_WORDS } from "../words.ts";

const LINE = {
  source_url: "https://a.es/1.pdf",
  source_module: "usgs",
  local_path: "data/raw/usgs/TX/a/1.pdf.zst",
  sha256_checksum: "a".repeat(64),
  original_size: 10,
  compressed_size: 9,
  downloaded_at: "2026-03-02T10:00:00.000Z",
  metadata: {
    key: "1",
    etag: '"x"',
    status: 200,
    headers: { "content-type": "text/html" },
    redirect_chain: [],
  },
};

const manifest: FuzzTarget = {
  name: "manifest",
  dictionary: [
    ...JSON_WORDS,
    ...'"local_path": "metadata": "key": data/raw/ ../ /etc/passwd \\u2028 .zst "retired_at": "archive_key":'.split(
      " ",
    ),
  ],
  seeds: () => [
    JSON.stringify(LINE),
    JSON.stringify({
      ...LINE,
      retired_at: "2026-03-02T10:00:00Z",
      retired_reason: "gone",
      metadata: { ...LINE.metadata, archive_key: "z", archive_sha256: "b", archive_documents: 2 },
    }),
  ],
  run(input) {
    const line = parseLine(new TextDecoder().decode(input));
    if (!("source_url" in line)) return line;
    ensure(!line.local_path.split("/").includes(".."), "a path that leads out");
    ensureCount(line.original_size, "the size");
    const text = serializeLine(line);
    ensure(!/[\n\r\u2028]/.test(text), "two lines");
    ensure(serializeLine(parseLine(text) as typeof line) === text, "it does not read what it writes");
    return [storedDocument(line), pageMeta(line)];
  },
};

const BREAKER = { failure_count: 1, last_failure: "2026-03-02T10:00:00Z", is_open: true, reset_time: null };
const CHECKPOINT = {
  source_name: "usgs",
  last_run: "2026-03-02T10:00:00Z",
  completed_ids: ["a"],
  failed_ids: ["b"],
  skipped_ids: ["c"],
  cursor: null,
  circuit_breaker: BREAKER,
  items: [
    {
      id: "b",
      state: "failed",
      url: "https://a.es/b",
      reason: "fetch_failed",
      attempts: 3,
      last_error: "x",
      reference: { key: "b", url: "https://a.es/b", path: "TX/b.pdf.zst", fields: {}, metadata: {} },
    },
  ],
  hosts: [
    {
      host: "a.es",
      last_sent_at: "2026-03-02T10:00:00Z",
      parked_until: null,
      latency_ms: 20,
      circuit_breaker: BREAKER,
    },
  ],
};

const checkpoint: FuzzTarget = {
  name: "checkpoint",
  dictionary: [
    ...JSON_WORDS,
    ...'"source_name": "completed_ids": "failed_ids": "items": "hosts": "reference": "circuit_breaker":'.split(
      " ",
    ),
  ],
  seeds: () => ["{}", JSON.stringify(CHECKPOINT)],
  run(input) {
    const loaded = parseCheckpoint("usgs", new TextDecoder().decode(input));
    if (loaded.kind !== "good") return loaded;
    for (const { lastSentAt, parkedUntil } of loaded.checkpoint.hosts)
      for (const time of [lastSentAt, parkedUntil]) ensure(!Number.isNaN(time), "a time that is none");
    return loaded;
  },
};

const seeds: FuzzTarget = {
  name: "seed-list",
  dictionary: ["https://", "http://u:p@a.es/", "#", "\r\n", "\n", "javascript:", "\ufeff", " ", "\u2028"],
  seeds: () => ["# seeds\nhttps://a.es/1\r\n\nhttps://a.es/2 # why\nnot one\n"],
  run(input) {
    const list = parseSeedList(new TextDecoder().decode(input));
    for (const url of seedUrls(list, canonicalUrl)) ensureWebUrl(url, "a seed");
    const again = parseSeedList(serialiseSeedList(list));
    ensure(JSON.stringify(again) === JSON.stringify(list), "it does not read what it writes");
    return [seedProblems(list), addSeed(list, "https://b.es/3", canonicalUrl)];
  },
};

const CURATED = {
  tramite: "ayuda_alquiler",
  nombre: "Ayuda al alquiler",
  organismo: "Ministerio de Pruebas",
  descripcion: "Una ayuda.",
  requisitos: ["Ser mayor de edad"],
  documentos_necesarios: ["DNI", { nombre: "Padrón" }],
  como_solicitar: [{ via: "online", url: "https://a.es/", detalle: "Con certificado" }],
  plazos: { inicio: "2026-03-02" },
  keywords: ["alquiler"],
  verificado: true,
  fecha_verificacion: "2026-03-02",
  telefono: 900123,
};

const curated: FuzzTarget = {
  name: "curated",
  dictionary: [
    ...JSON_WORDS,
    ...Object.keys(CURATED).map((key) => `"${key}":`),
    '"territorio":',
    '"nivel":"local"',
    '"fuente_url":"https://x.constructor/"',
  ],
  seeds: () => [JSON.stringify(CURATED)],
  run(input) {
    let file: unknown;
    try {
      file = JSON.parse(new TextDecoder().decode(input));
    } catch {
      return null;
    }
    const read = importedProcedure(file, { name: "ayuda", at: "2026-03-02T00:00:00Z" });
    if (!read.ok) return read;
    ensure(/^[\w-]{1,120}$/.test(read.tramite), `the name of its file: ${JSON.stringify(read.tramite)}`);
    const again = migrateProcedure(read.procedure);
    ensure(again.ok, `it is refused the second time: ${again.ok ? "" : again.problems.join("; ")}`);
    return read;
  },
};

export const storedTargets: readonly FuzzTarget[] = [manifest, checkpoint, seeds, curated];
