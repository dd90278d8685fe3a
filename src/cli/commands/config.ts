import { type Configuration, loadConfiguration } from "../../library/configuration.ts";
import { commonOptions } from "../common-options.ts";
import { configRows, hostPaces, rootOrigin } from "../config-rows.ts";
import type { Io } from "../io.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { table } from "../table.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada config show`: each value and where it came from. */
export async function configCommand(flags: GlobalFlags, io: Io): Promise<number> {
  const configuration = await loadConfiguration(commonOptions(flags, io), undefined, io.env);
  io.stdout.write(flags.json === true ? json(configuration, flags, io) : text(configuration, flags, io));
  return 0;
}

function json(configuration: Configuration, flags: GlobalFlags, io: Io): string {
  return jsonLine({
    root: { value: configuration.root, from: rootOrigin(flags, io) },
    files: { config: configuration.files.config, rate_limits: configuration.files.rateLimits },
    values: configRows(configuration),
    hosts: hostPaces(configuration),
  });
}

function text(configuration: Configuration, flags: GlobalFlags, io: Io): string {
  const root = { name: "root", value: configuration.root, from: rootOrigin(flags, io) };
  const rows = [root, ...configRows(configuration)].map(({ name, value, from }) =>
    [name, typeof value === "string" ? value : JSON.stringify(value), from].map(visible),
  );
  const hosts = hostPaces(configuration).map((pace) => [
    pace.host,
    String(pace.delay_ms),
    String(pace.concurrency),
    pace.obey_robots ? "yes" : "no",
    pace.from,
  ]);
  const settings = table([{ title: "setting" }, { title: "value" }, { title: "from" }], rows);
  return `${settings}\n${table(
    PACE_COLUMNS,
    hosts.map((row) => row.map(visible)),
  )}`;
}

const PACE_COLUMNS = [
  { title: "host" },
  { title: "delay_ms", align: "right" },
  { title: "concurrency", align: "right" },
  { title: "robots" },
  { title: "from" },
] as const;
