import { execFileSync } from "node:child_process";
import { findChromium } from "../../src/infrastructure/browser/find-chromium.ts";

/** Debian's Chromium, where the machine has none. */
export default function setup(): void {
  if (findChromium(process.env) !== null) return;
  console.log("Chromium is installed; this takes a minute");
  const apt = (...words: readonly string[]) =>
    execFileSync("apt-get", ["-qq", "-y", ...words], { stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("install", "--no-install-recommends", "chromium");
}
