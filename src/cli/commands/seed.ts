import { addSeed } from "../../library/seeds.ts";
import { commonOptions } from "../common-options.ts";
import type { Io } from "../io.ts";
import type { SeedFlags } from "../definitions/pages.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada seed add`: one more page for a source. */
export async function seedCommand(url: string, flags: SeedFlags, io: Io): Promise<number> {
  const { source } = flags;
  const added = await addSeed(url, {
    ...commonOptions(flags, io),
    ...(source === undefined ? {} : { source }),
  });
  const text = added.added
    ? `added ${visible(added.url)} to ${visible(added.file)}; levada ingest ${added.source} --only seed fetches it\n`
    : `${visible(added.url)} is in ${visible(added.file)} already\n`;
  io.stdout.write(flags.json === true ? jsonLine({ ...added }) : text);
  return 0;
}
