import type { StoredDocument } from "../domain/reference.ts";
import type { Fetcher } from "./fetcher.ts";
import type { Archive, LoadedResource, Renderer } from "./ports.ts";
import type { RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";

interface Parts {
  readonly renderer: Renderer;
  readonly archive: Pick<Archive, "read">;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGuard;
  readonly settings: Settings;
}

/** What a browser makes of a stored page (P22); null where it makes nothing of it. */
export type RenderPage = (document: StoredDocument, signal: AbortSignal) => Promise<string | null>;

/**
 * Shows stored pages to a browser that has no network of its own: whatever else a page asks for is fetched as a document
 * is, behind the same guard, robots.txt, pace and caps. The page itself is not fetched again.
 */
export function pageRendering({ renderer, archive, fetcher, robots, settings }: Parts): RenderPage {
  const load = async (url: string): Promise<LoadedResource | null> => {
    const fetched = await fetcher.attempt<Uint8Array>({
      url,
      limits: settings.pageLimits,
      deadlines: { totalMs: 60_000 },
      inScope: ({ protocol }) => /^https?:$/.test(protocol),
      robots: (target) => robots.check(target),
      attempt: 1,
      consume: async ({ body }) => ({ value: await wholeOf(body) }),
    });
    if (!fetched.ok || "notModified" in fetched) return null;
    return { body: fetched.value, contentType: fetched.headers["content-type"] ?? "" };
  };
  return async (document, signal) => {
    const body = await archive.read(document);
    if (body === null) return null;
    const { url = document.url, contentType = "" } = document.page ?? {};
    return renderer.render({ url, body, contentType }, load, signal);
  };
}

async function wholeOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
