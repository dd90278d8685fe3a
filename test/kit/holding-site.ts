/** A site on loopback that holds answers back until a test lets them go. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";

/** A text, where it leads for good, or a refusal. */
export type HeldPage = string | { readonly to: string } | { readonly status: number };

export interface HoldingSite {
  readonly url: string;
  readonly host: string;
  /** By path, or by path and how often it was asked before: `/a`, `/a 2`. The test changes them. */
  readonly pages: Record<string, HeldPage>;
  /** How often a path was asked for. */
  asked(path: string): number;
  /** How often its text was sent. */
  bodies(path: string): number;
  forget(): void;
  /** From now on nothing is answered there before it is let go. */
  hold(...paths: readonly string[]): void;
  /** Resolves when so many requests for it are under way. */
  underWay(path: string, requests?: number): Promise<void>;
  /** Answers what waits there, and what will; resolves when the engine has had time to act upon it. */
  letGo(path: string): Promise<void>;
}

/** For what nobody sees to happen: a test may see less of a race without it, never another outcome. */
const MOMENT_MS = 60;

export async function startHolding(pages: Record<string, HeldPage>): Promise<HoldingSite> {
  const waiting = new Map<string, (() => void)[]>();
  const [asked, bodies] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, path: string) => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    return counts.get(path) ?? 0;
  };
  const answer = (path: string, nth: number, request: IncomingMessage, response: ServerResponse) => {
    const page = pages[`${path} ${nth}`] ?? pages[path] ?? { status: 404 };
    if (typeof page === "object")
      return void (
        "to" in page ? response.writeHead(301, { location: page.to }) : response.writeHead(page.status)
      ).end();
    const etag = `"${Buffer.from(page).toString("hex")}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
    count(bodies, path);
    response.writeHead(200, { etag, "content-type": "text/html" }).end(`<html>${page}`);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const nth = count(asked, path);
    const go = () => answer(path, nth, request, response);
    const held = waiting.get(path);
    if (held === undefined) go();
    else held.push(go);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    pages,
    asked: (path) => asked.get(path) ?? 0,
    bodies: (path) => bodies.get(path) ?? 0,
    forget: () => [asked, bodies].forEach((counts) => counts.clear()),
    hold: (...paths) => paths.forEach((path) => waiting.set(path, [])),
    underWay: (path, requests = 1) =>
      expect.poll(() => waiting.get(path)?.length ?? 0, { interval: 5 }).toBeGreaterThanOrEqual(requests),
    letGo: async (path) => {
      const held = waiting.get(path) ?? [];
      waiting.delete(path);
      for (const go of held) go();
      await sleep(MOMENT_MS);
    },
  };
}
