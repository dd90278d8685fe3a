import type { Renderer } from "../application/ports.ts";
import type { Settings } from "../application/settings.ts";
import { MisuseError } from "../domain/errors.ts";
import type { Source } from "../domain/source.ts";
import { findChromium } from "../infrastructure/browser/find-chromium.ts";

/** The machine's Chromium. Throws `MisuseError` where there is none, or nothing that it could show. */
export async function rendererFor<O>(
  source: Source<O>,
  { userAgent, extraction }: Settings,
): Promise<Renderer> {
  if (source.extraction?.duringIngest !== true || extraction.workers === 0)
    throw new MisuseError(`--render is for pages that are read in a run; those of ${source.name} are not`);
  const program = findChromium(process.env);
  if (program === null)
    throw new MisuseError(
      "--render needs Chromium, and there is none in the PATH; install it (apt-get install chromium), or name it in LEVADA_CHROMIUM",
    );
  const { createChromiumRenderer } = await import("../infrastructure/browser/chromium-renderer.ts");
  return createChromiumRenderer({ program, userAgent, timeoutMs: extraction.timeoutMs * 2 });
}
