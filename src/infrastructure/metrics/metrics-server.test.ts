import { once } from "node:events";
import { connect } from "node:net";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { serveMetrics } from "./metrics-server.ts";
import { RunMetrics } from "./run-metrics.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

it.each([
  ["GET /metrics", 200],
  ["GET /metrics?name=a", 200],
  ["HEAD /metrics", 200],
  ["POST /metrics", 404],
  ["GET /", 404],
  ["GET //", 404],
  ["GET //[", 404],
  ["GET http://", 404],
  ["OPTIONS *", 404],
  ["GET /%", 404],
])("answers %s with %i, whatever else stands there, and goes on", async (line, status) => {
  const port = await freePort();
  const server = await serveMetrics(new RunMetrics(), { host: "127.0.0.1", port });
  onTestFinished(() => server.close());
  const socket = connect(port, "127.0.0.1");
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toContain(`HTTP/1.1 ${status} `);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
});
