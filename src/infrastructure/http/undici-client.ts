import { createRequire } from "node:module";
import type { Client } from "undici";

/**
 * undici's connection without the rest of undici: `fetch`, caches, WebSockets and mocks would take 14 MB in every
 * process, and nothing here uses them. The version is pinned, and so is the place of the file.
 */
export const UndiciClient = createRequire(import.meta.url)(
  "undici/lib/dispatcher/client.js",
) as typeof Client;
