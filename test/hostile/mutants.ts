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
