import { Option } from "commander";
import { path } from "./option-values.ts";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Flags that every command takes, before or after its name. */
export interface GlobalFlags {
  readonly root?: string;
  readonly config?: string;
  readonly allowPrivateNetwork?: true;
  readonly logLevel?: LogLevel;
  readonly json?: true;
  readonly color: boolean;
}

export function globalOptions(): readonly Option[] {
  return [
    new Option(
      "--root <dir>",
      "the folder that holds data/ (env LEVADA_ROOT; default: the current folder)",
    ).argParser(path),
    new Option("--config <file>", "configuration file (default: levada.config.yaml in the root)").argParser(
      path,
    ),
    new Option("--allow-private-network", "allow loopback and private addresses"),
    new Option("--log-level <level>", "what goes to stderr (default: info; warn with --json)").choices(
      LOG_LEVELS,
    ),
    new Option("--json", "machine-readable output"),
    new Option("--no-color", "no colours (env NO_COLOR); without a terminal there are none"),
  ];
}
