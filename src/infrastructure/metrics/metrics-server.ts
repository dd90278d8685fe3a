import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { RunMetrics } from "./run-metrics.ts";

/** Answers `GET /metrics`. Throws where the port cannot be had. */
export async function serveMetrics(
  metrics: RunMetrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    // What stands in a request line need not be an address; `//` is none.
    const [path] = (request.url ?? "").split("?");
    const isAsked = path === "/metrics" && (request.method === "GET" || request.method === "HEAD");
    if (!isAsked) return void response.writeHead(404).end("metrics are at /metrics\n");
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  // Whoever works keeps the process alive; who only watches does not.
  server.unref();
  return { close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
