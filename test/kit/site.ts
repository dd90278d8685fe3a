import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export { htmlCatalog, PDF } from "./pages.ts";

export interface SeenRequest {
  readonly at: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Site {
  readonly url: string;
  readonly host: string;
  readonly requests: readonly SeenRequest[];
}

type Answer =
  | string
  | Uint8Array
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string | Uint8Array;
      /** So many bytes of the body are sent, and then nothing more. */
      stallAt?: number;
    };

/** A small site on loopback: a path answers with a text, bytes, or status and headers. Unknown paths answer 404. */
export async function startPages(
  pages:
    | Readonly<Record<string, Answer>>
    | ((path: string, nth: number, request: IncomingMessage) => Answer | undefined),
): Promise<Site> {
  const requests: SeenRequest[] = [];
  const counts = new Map<string, number>();
  const answerFor = typeof pages === "function" ? pages : (path: string) => pages[path];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ at: performance.now(), path, headers: request.headers });
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    reply(response, answerFor(path, nth, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, requests };
}

function reply(response: ServerResponse, answer: Answer | undefined): void {
  if (answer === "hang") return;
  if (answer === undefined) return void response.writeHead(404).end("no such page");
  if (typeof answer === "string" || answer instanceof Uint8Array)
    return void response.writeHead(200).end(answer);
  const { status = 200, headers = {}, body = "", stallAt } = answer;
  response.writeHead(status, headers);
  if (stallAt === undefined) response.end(body);
  else response.write(body.slice(0, stallAt));
}
