/** The command line as it can be typed again into a POSIX shell. */
export function commandLine(argv: readonly string[]): string {
  return ["levada", ...argv.map(shellWord)].join(" ");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
