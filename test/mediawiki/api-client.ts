/** The least that can speak to a MediaWiki API: no retries, no opinion. */

export interface ApiPage {
  readonly pageid?: number;
  readonly ns?: number;
  readonly title?: string;
  readonly missing?: true;
  readonly invalid?: true;
  readonly special?: true;
  readonly redirect?: true;
  readonly contentmodel?: string;
  readonly lastrevid?: number;
  readonly length?: number;
  readonly extract?: string;
  readonly fullurl?: string;
  readonly canonicalurl?: string;
  readonly revisions?: readonly {
    readonly revid: number;
    readonly parentid?: number;
    readonly content?: string;
    readonly slots?: { readonly main: { readonly content: string; readonly contentmodel: string } };
  }[];
  readonly categories?: readonly { readonly title: string }[];
}

export interface LogEvent {
  readonly type: string;
  readonly action: string;
  readonly title: string;
  readonly pageid: number;
  readonly logpage: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Change {
  readonly type: string;
  readonly title: string;
  readonly pageid: number;
  readonly revid: number;
  readonly timestamp: string;
}

export interface ApiAnswer {
  readonly batchcomplete?: true;
  readonly continue?: Readonly<Record<string, string | number>>;
  readonly warnings?: Readonly<Record<string, { readonly warnings: string }>>;
  readonly curtimestamp?: string;
  readonly requestid?: string;
  readonly limits?: Readonly<Record<string, number>>;
  readonly error?: { readonly code: string; readonly info: string; readonly limit?: number };
  readonly query?: {
    readonly pages?: readonly ApiPage[];
    readonly normalized?: readonly {
      readonly fromencoded: boolean;
      readonly from: string;
      readonly to: string;
    }[];
    readonly interwiki?: readonly { readonly title: string; readonly iw: string }[];
    readonly redirects?: readonly {
      readonly from: string;
      readonly to: string;
      readonly tofragment?: string;
    }[];
    readonly allpages?: readonly { readonly pageid: number; readonly title: string }[];
    readonly allcategories?: readonly { readonly category: string; readonly size?: number }[];
    readonly allredirects?: readonly {
      readonly fromid: number;
      readonly title: string;
      readonly fragment?: string;
    }[];
    readonly recentchanges?: readonly Change[];
    readonly logevents?: readonly LogEvent[];
    readonly badrevids?: Readonly<Record<string, { readonly revid: number; readonly missing: true }>>;
    readonly general?: Readonly<Record<string, unknown>>;
    readonly namespaces?: Readonly<Record<string, { readonly id: number; readonly name: string }>>;
  };
}

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly answer: ApiAnswer;
}

export type ApiParams = Readonly<Record<string, string | number>>;

/** Bounded, so that a server that never ends does not hang a test. */
const MAX_REQUESTS = 200;

export class ApiClient {
  readonly #apiUrl: string;

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }

  async exchange(params: ApiParams): Promise<Exchange> {
    const body = new URLSearchParams({
      action: "query",
      format: "json",
      formatversion: "2",
      ...texts(params),
    });
    const response = await fetch(this.#apiUrl, { method: "POST", body });
    return {
      status: response.status,
      headers: response.headers,
      answer: (await response.json()) as ApiAnswer,
    };
  }

  async ask(params: ApiParams): Promise<ApiAnswer> {
    return (await this.exchange(params)).answer;
  }

  get(params: ApiParams, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${this.#apiUrl}?${new URLSearchParams(texts(params)).toString()}`, { headers });
  }

  /** Every answer until nothing is to be continued. */
  async all(params: ApiParams): Promise<readonly ApiAnswer[]> {
    const answers: ApiAnswer[] = [];
    let next: ApiParams | undefined = {};
    while (next !== undefined) {
      if (answers.length === MAX_REQUESTS) throw new Error("the continuation does not end");
      const answer = await this.ask({ ...params, ...next });
      answers.push(answer);
      next = answer.continue;
    }
    return answers;
  }

  async pages(params: ApiParams): Promise<readonly ApiPage[]> {
    return (await this.ask(params)).query?.pages ?? [];
  }

  /** By titles, in their order. */
  async idsOf(titles: readonly string[]): Promise<readonly number[]> {
    const pages = await this.pages({ titles: titles.join("|") });
    return titles.map((title) => pages.find((page) => page.title === title)?.pageid ?? 0);
  }
}

function texts(params: ApiParams): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
