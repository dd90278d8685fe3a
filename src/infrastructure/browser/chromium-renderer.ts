import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
  type Route,
} from "playwright-core";
import type { LoadedResource, Renderer } from "../../application/ports.ts";

export interface ChromiumOptions {
  /** Where the browser is. */
  readonly program: string;
  readonly userAgent: string;
  /** For one page, all that it asks for included. @default 120,000 */
  readonly timeoutMs?: number;
}

type Load = (url: string) => Promise<LoadedResource | null>;

/** What a page needs to say what it has to say; pictures, fonts and styles say nothing. */
const LOADED = new Set(["script", "xhr", "fetch"]);
/** A page that wants more is given no more. */
const MAX_RESOURCES = 100;
/** Once nothing is asked for any longer, scripts get this long to show what came. */
const QUIET_MS = 500;

/**
 * The browser has no way to the network: names do not resolve, connections go to a proxy that is not there. All it
 * gets is what `load` brings.
 */
const FLAGS = [
  "--proxy-server=http://127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--no-pings",
  "--disable-gpu",
  "--disable-dev-shm-usage",
];

/** Ways out that no proxy and no route sees. Run in every frame before any script of the page. */
const NO_WAYS_OUT = `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "SharedWorker"])
  Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });`;

/** Pages shown by the system's Chromium, one at a time. It is started when the first one is wanted. */
export function createChromiumRenderer(options: ChromiumOptions): Renderer {
  let browser: Promise<Browser> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const open = async () => {
    const running = await (browser ??= launch(options));
    if (running.isConnected()) return running;
    return (browser = launch(options));
  };
  return {
    render(page, load, signal) {
      const next = last.then(async () => {
        if (signal.aborted) return null;
        return new Rendering(await open(), options).render(page, load, signal);
      });
      last = next.catch(() => {});
      return next;
    },
    async close() {
      await last;
      await (await browser?.catch(() => null))?.close();
    },
  };
}

function launch({ program }: ChromiumOptions): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: FLAGS,
    // It refuses to start in its sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** One page on its way. */
class Rendering {
  readonly #browser: Browser;
  readonly #options: ChromiumOptions;
  #underWay = 0;
  #resources = 0;
  #isShown = false;
  #lastEnd = performance.now();

  constructor(browser: Browser, options: ChromiumOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  async render(
    shown: LoadedResource & { readonly url: string },
    load: Load,
    signal: AbortSignal,
  ): Promise<string | null> {
    const context = await this.#browser.newContext({
      userAgent: this.#options.userAgent,
      acceptDownloads: false,
      serviceWorkers: "block",
      locale: "es-ES",
    });
    const giveUp = () => void context.close().catch(() => {});
    signal.addEventListener("abort", giveUp, { once: true });
    const timer = setTimeout(giveUp, this.#options.timeoutMs ?? 120_000);
    try {
      return await this.#show(context, shown, load);
    } catch {
      // It crashed, hung or was closed: then there is nothing to be seen.
      return null;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      await context.close().catch(() => {});
    }
  }

  async #show(
    context: BrowserContext,
    shown: LoadedResource & { readonly url: string },
    load: Load,
  ): Promise<string> {
    await context.addInitScript(NO_WAYS_OUT);
    await context.routeWebSocket(/.*/, (socket) => void socket.close());
    await context.route(/.*/, (route) => this.#answer(route, shown, load));
    const page = await context.newPage();
    page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
    await page.goto(shown.url, { waitUntil: "commit", timeout: 0 });
    await this.#quiet(page);
    return page.content();
  }

  async #answer(route: Route, shown: LoadedResource & { readonly url: string }, load: Load): Promise<void> {
    const request = route.request();
    this.#underWay++;
    try {
      const answer = await this.#answerTo(request, shown, load);
      // The page stays where it is, and goes on to be looked at.
      if (answer === "stay") return await route.fulfill({ status: 204 });
      if (answer === null) return await route.abort("blockedbyclient");
      await route.fulfill({
        status: 200,
        body: Buffer.from(answer.body),
        headers: { "content-type": answer.contentType, "access-control-allow-origin": "*" },
      });
    } catch {
      await route.abort("failed").catch(() => {});
    } finally {
      this.#underWay--;
      this.#lastEnd = performance.now();
    }
  }

  /** Only what reads: a page that is looked at sends nothing, and goes nowhere. */
  async #answerTo(
    request: Request,
    shown: LoadedResource & { readonly url: string },
    load: Load,
  ): Promise<LoadedResource | "stay" | null> {
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) {
      const isFirst = isTheSame(request.url(), shown.url) && !this.#isShown;
      this.#isShown = true;
      return isFirst ? shown : "stay";
    }
    if (request.method() !== "GET" || !LOADED.has(request.resourceType())) return null;
    return ++this.#resources > MAX_RESOURCES ? null : load(request.url());
  }

  async #quiet(page: Page): Promise<void> {
    while (this.#underWay > 0 || performance.now() - this.#lastEnd < QUIET_MS) await page.waitForTimeout(50);
  }
}

/** The browser writes addresses in its own spelling, without their fragment. */
function isTheSame(asked: string, shown: string): boolean {
  const plain = (url: string) => {
    const parsed = new URL(url);
    parsed.hash = "";
    return parsed.href;
  };
  return plain(asked) === plain(shown);
}
