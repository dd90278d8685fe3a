import type { Io, Output } from "./io.ts";

/** Colours, or none. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  caution(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

/** Colour only on a terminal, and never against the user's word (https://no-color.org). */
export function paintFor(output: Output, io: Io, { color }: { readonly color?: boolean }): Paint {
  const wanted = output.isTerminal && color !== false && (io.env["NO_COLOR"] ?? "") === "";
  const style = (code: number) => (text: string) => (wanted ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: style(32), bad: style(31), caution: style(33), strong: style(1), faint: style(2) };
}
