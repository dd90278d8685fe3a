/** Where windows-1252 differs from ISO-8859-1 (WHATWG Encoding, index windows-1252), for the characters that offices write. */
const WINDOWS_1252 = new Map([
  ["€", 0x80],
  ["…", 0x85],
  ["‘", 0x91],
  ["’", 0x92],
  ["“", 0x93],
  ["”", 0x94],
  ["•", 0x95],
  ["–", 0x96],
  ["—", 0x97],
]);

/** The bytes of pages that call themselves ISO-8859-1: with a euro sign, which only windows-1252 has. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const byte = WINDOWS_1252.get(character) ?? character.codePointAt(0) ?? 0;
    if (byte > 0xff) throw new Error(`windows-1252 has no ${JSON.stringify(character)}`);
    return byte;
  });
}
