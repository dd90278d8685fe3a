import { resolve } from "node:path";
import type { CommonOptions } from "../library/configuration.ts";
import type { Io } from "./io.ts";
import type { GlobalFlags } from "./global-flags.ts";

/** The global flags as the library takes them. A `--config` is looked for from here, not from the root. */
export function commonOptions({ root, config, allowPrivateNetwork }: GlobalFlags, io: Io): CommonOptions {
  return {
    root: resolve(root ?? io.env["LEVADA_ROOT"] ?? "."),
    ...(config === undefined ? {} : { configFile: resolve(config) }),
    ...(allowPrivateNetwork === undefined ? {} : { allowPrivateNetwork }),
  };
}
