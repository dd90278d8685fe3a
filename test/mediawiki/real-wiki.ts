/** A real wiki as it is, read in other ways than Levada does, and changed as its editors would. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiClient, type ApiPage } from "./api-client.ts";
import { runScript } from "./real-server.ts";

export interface TruePage {
  readonly pageid: number;
  readonly title: string;
  readonly revid: number;
  readonly model: string;
  readonly isRedirect: boolean;
  readonly categories: ReadonlySet<string>;
}

/** Every page of namespace 0: `list=allpages`, then what each is, by titles in POSTs. No text. */
export async function truePages(apiUrl: string): Promise<ReadonlyMap<number, TruePage>> {
  const api = new ApiClient(apiUrl);
  const listed = await api.all({ list: "allpages", apnamespace: 0, aplimit: 100 });
  const titles = listed.flatMap(({ query }) => query?.allpages ?? []).map(({ title }) => title);
  const pages = new Map<number, TruePage>();
  for (let start = 0; start < titles.length; start += 25) {
    const some = titles.slice(start, start + 25).join("|");
    for (const page of await factsOf(api, some)) pages.set(page.pageid, page);
  }
  return pages;
}

async function factsOf(api: ApiClient, titles: string): Promise<readonly TruePage[]> {
  const answers = await api.all({ titles, prop: "info|categories", cllimit: 500 });
  const rows = new Map<number, ApiPage>();
  const categories = new Map<number, Set<string>>();
  for (const row of answers.flatMap(({ query }) => query?.pages ?? [])) {
    const id = row.pageid ?? 0;
    rows.set(id, { ...rows.get(id), ...row });
    const known = categories.get(id) ?? new Set();
    for (const { title } of row.categories ?? []) known.add(title);
    categories.set(id, known);
  }
  return [...rows].map(([pageid, row]) => ({
    pageid,
    title: row.title ?? "",
    revid: row.lastrevid ?? 0,
    model: row.contentmodel ?? "",
    isRedirect: row.redirect === true,
    categories: categories.get(pageid) ?? new Set(),
  }));
}

/** The text as `index.php` sends it: no JSON, no API. */
export async function rawText(apiUrl: string, pageid: number): Promise<Buffer> {
  const url = `${apiUrl.replace(/api\.php$/, "index.php")}?curid=${pageid}&action=raw`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** `work` for all, a few at a time. */
export async function inLanes<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

export class Editors {
  readonly #script: string;
  readonly #dir: string;

  constructor({ script, dir }: { readonly script: string; readonly dir: string }) {
    this.#script = script;
    this.#dir = dir;
  }

  /** An edit, a new page, a move with and one without redirect, a deletion, a restoration. */
  async mutate(): Promise<void> {
    await runScript(this.#script, "mutate", this.#dir);
  }

  async lag(state: "on" | "off"): Promise<void> {
    await runScript(this.#script, "lag", this.#dir, state);
  }

  async delete(titles: readonly string[]): Promise<void> {
    await this.#maintain(["deleteBatch", "-u", "Keeper"], titles.join("\n"));
  }

  async move(from: string, to: string, leaves: "a redirect" | "nothing"): Promise<void> {
    const flags = leaves === "nothing" ? ["--noredirects"] : [];
    await this.#maintain(["moveBatch", "-u", "Keeper", ...flags], `${from}|${to}\n`);
  }

  async edit(title: string, text: string): Promise<void> {
    await this.#maintain(["edit", "-u", "Keeper", "-s", "test", title], text);
  }

  /** Deletes a page and brings its first revision back alone: the page then has an older revision than before. */
  async deleteAllButFirst(apiUrl: string, title: string): Promise<void> {
    const api = new ApiClient(apiUrl);
    const first = { titles: title, prop: "revisions", rvprop: "timestamp", rvdir: "newer", rvlimit: 1 };
    const [page] = await api.pages(first);
    const timestamps = String((page?.revisions?.[0] as { timestamp?: string } | undefined)?.timestamp);
    await this.delete([title]);
    const session = new Session(apiUrl);
    await session.logIn("Keeper", readFileSync(join(this.#dir, "admin-password"), "utf8").trim());
    await session.post({ action: "undelete", title, timestamps, token: await session.token("csrf") });
  }

  /** MediaWiki's own maintenance scripts: what they do is in the logs, as on any wiki. */
  async #maintain(args: readonly string[], input: string): Promise<void> {
    const child = spawn("bash", [this.#script, "run", this.#dir, ...args], {
      stdio: ["pipe", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    child.stdin.end(input);
    const code = await new Promise<number | null>((done) => child.on("close", done));
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  }
}

/** What an editor's browser keeps. */
class Session {
  readonly #apiUrl: string;
  readonly #cookies = new Map<string, string>();

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }

  async logIn(lgname: string, lgpassword: string): Promise<void> {
    await this.post({ action: "login", lgname, lgpassword, lgtoken: await this.token("login") });
  }

  async token(type: "login" | "csrf"): Promise<string> {
    const answer = await this.post({ action: "query", meta: "tokens", type });
    const { tokens } = answer["query"] as { tokens: Readonly<Record<string, string>> };
    return tokens[`${type}token`] ?? "";
  }

  async post(params: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
    const body = new URLSearchParams({ format: "json", formatversion: "2", ...params });
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(this.#apiUrl, { method: "POST", body, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    if (answer["error"] !== undefined) throw new Error(JSON.stringify(answer["error"]));
    return answer;
  }
}
