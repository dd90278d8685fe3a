import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const OTHER_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The Chromium of this machine: the one that LEVADA_CHROMIUM names, else one in the PATH; null where there is none. */
export function findChromium(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment["LEVADA_CHROMIUM"];
  if (named !== undefined && named !== "") return isProgram(named) ? named : null;
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...OTHER_PLACES];
  return places.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
