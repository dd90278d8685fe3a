/** Bugs put back on purpose: what others had, and what the tests of hostile inputs must see. */
import type { Mutation } from "../faults/mutant.ts";

/** The first URL is admitted, what it redirects to is not. */
export const HOPS_NOT_ADMITTED: Mutation = {
  name: "redirects are followed wherever they lead",
  file: "application/fetcher.ts",
  changes: [
    [
      "{ allowPrivate: settings.allowPrivate });",
      "{ allowPrivate: settings.allowPrivate || text !== wanted.url });",
    ],
    ["if (!wanted.inScope(url))", "if (text === wanted.url && !wanted.inScope(url))"],
    [
      "const disallowed = wanted.robots === null ?",
      "const disallowed = wanted.robots === null || text !== wanted.url ?",
    ],
  ],
};

/** The transport trusts its caller, and the guard at the door looks at names alone, as a DNS hook does. */
export const GUARD_SKIPPED_ON_REDIRECTS: readonly Mutation[] = [
  HOPS_NOT_ADMITTED,
  {
    name: "the transport trusts its caller",
    file: "infrastructure/http/transport.ts",
    changes: [
      [
        "admitUrl(request.url, { allowPrivate: this.#allowPrivate })",
        "admitUrl(request.url, { allowPrivate: true })",
      ],
    ],
  },
  {
    name: "the guard is a hook of DNS",
    file: "infrastructure/http/guard.ts",
    changes: [
      [
        "if (!isPublicAddress(address)) throw",
        "if (isIP(hostname) === 0 && !isPublicAddress(address)) throw",
      ],
    ],
  },
];

/** As Node's own fetch does: a stream that ends in the middle has ended. */
export const CUT_BODIES_TAKEN: Mutation = {
  name: "a decoder that takes a cut body",
  file: "infrastructure/http/decode.ts",
  changes: [
    [
      "const options = { chunkSize: CHUNK_BYTES };",
      `const finishFlush = coding === "br" ? zlib.constants.BROTLI_OPERATION_FLUSH : zlib.constants.Z_SYNC_FLUSH;
  const options = { chunkSize: CHUNK_BYTES, finishFlush };`,
    ],
  ],
};

/** What is meant for one origin goes wherever a redirect leads. */
export const SECRETS_SENT_ALONG: Mutation = {
  name: "headers go along with a redirect",
  file: "domain/redirect.ts",
  changes: [["if (url.origin === intended.origin) return headers;", "if (url !== intended) return headers;"]],
};

/** What arrives is counted, what it becomes is not. */
export const CAPPED_BEFORE_DECODING: Mutation = {
  name: "bytes are counted before they are decoded",
  file: "infrastructure/http/decode.ts",
  changes: [["if (total > maxBytes) throw", "if (total > 64 * maxBytes) throw"]],
};

/** The last door before the disk lets names of the site's choosing through. */
export const NAMES_TAKEN_AS_THEY_ARE: Mutation = {
  name: "names are taken as they are",
  file: "infrastructure/files/document-path.ts",
  changes: [
    ['if (part === "." || part === "..") return', 'if (part === ".") return'],
    [
      "if (/[\\u0001-\\u001f\\u007f-\\u009f]/.test(path)) return",
      "if (/[\\u0001-\\u0008]/.test(path)) return",
    ],
  ],
};

/** What a site says goes to the terminal as it is. */
export const TEXT_SHOWN_RAW: Mutation = {
  name: "text is shown as it is",
  file: "cli/terminal-text.ts",
  changes: [["  return text.replace(UNSAFE, (character)", "  return text.replace(/\\u0000/g, (character)"]],
};

/** robots.txt is asked for wherever it redirects to. */
export const ROBOTS_FOLLOWED_ANYWHERE: readonly Mutation[] = [
  {
    name: "redirects of robots.txt are not admitted",
    file: "application/fetcher.ts",
    changes: [
      [
        "{ allowPrivate: settings.allowPrivate });",
        "{ allowPrivate: settings.allowPrivate || wanted.robots === null });",
      ],
    ],
  },
  ...GUARD_SKIPPED_ON_REDIRECTS.slice(1),
];
