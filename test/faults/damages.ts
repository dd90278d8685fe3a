/** What a disk, or a hand, does to a file. Size and times stay where a disk loses bits. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { chance } from "./points.ts";

export const DAMAGES = ["bit", "byte", "half", "empty", "gone"] as const;
export type Damage = (typeof DAMAGES)[number];

/** Where it strikes, the seed and `name` decide. Answers what was done, in words. */
export function doDamage(damage: Damage, file: string, name: string): string {
  const { size } = statSync(file);
  if (damage === "gone") rmSync(file);
  else if (damage === "empty") truncateSync(file, 0);
  else if (damage === "half") truncateSync(file, size >> 1);
  else if (size > 0) return spoil(file, Math.floor(chance(`${name} place`) * size), maskOf(damage, name));
  return damage;
}

function maskOf(damage: Damage, name: string): number {
  const value = chance(`${name} value`);
  return damage === "bit" ? 1 << Math.floor(value * 8) : 1 + Math.floor(value * 255);
}

function spoil(file: string, at: number, mask: number): string {
  const before = `${file}.before`;
  execFileSync("cp", ["-a", file, before]);
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] as number) ^ mask;
  writeFileSync(file, bytes);
  execFileSync("touch", ["-r", before, file]);
  rmSync(before);
  const around = bytes.subarray(Math.max(0, at - 20), at + 10).toString("latin1");
  return `byte ${at} ^ ${mask}: ${JSON.stringify(around)}`;
}
