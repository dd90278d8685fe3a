/** What others wrote and we bring along (security.md, supply chain). The lockfile is the list; SECURITY.md says the same. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
}

const HOME = join(import.meta.dirname, "..");
const read = (file: string) => JSON.parse(readFileSync(join(HOME, file), "utf8")) as unknown;
const project = read("package.json") as Readonly<
  Record<string, Readonly<Record<string, string>> | undefined>
>;
const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> };
const brought = Object.entries(packages).filter(([path]) => path !== "");

/** Whoever gives these away asks for nothing but their name. */
const PERMISSIVE = /^(?:MIT|ISC|0?BSD|BSD-[23]-Clause|Apache-2\.0|Zlib)$/;
/** Of a choice (`A OR B`) one is enough; of what holds together (`A AND B`) each must be. */
function isPermissive(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((one) => PERMISSIVE.test(one)));
}
/** Tools of ours that nobody installs who uses Levada. */
const FOR_TOOLS = /^MPL-2\.0$/;

/** Packages whose install script runs, as `name@version`. */
const SCRIPTS: readonly string[] = [];

const namesOf = (entries: readonly (readonly [string, Locked])[]) =>
  entries.map(([path, { version }]) => `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`);

describe("what is brought along", () => {
  it("is asked for by exact versions", () => {
    const asked = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.entries(project[kind] ?? {}),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("is pinned by its content, wherever it is fetched from", () => {
    expect(namesOf(brought.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")))).toEqual([]);
    expect(brought.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([]);
  });

  it("runs no script when it is installed, but for what is listed", () => {
    expect(namesOf(brought.filter(([, { hasInstallScript }]) => hasInstallScript))).toEqual(SCRIPTS);
  });

  it("has a licence that asks for nothing", () => {
    const asking = brought.filter(
      ([, { license = "", dev }]) => !isPermissive(license) && !(dev && FOR_TOOLS.test(license)),
    );
    expect(asking.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it("has no native addon, but in our own tools", () => {
    const folders = brought.filter(([path, { dev }]) => !dev && existsSync(join(HOME, path)));
    expect(folders.length).toBeGreaterThan(50);
    const native = folders.flatMap(([path]) =>
      globSync("**/*.node", { cwd: join(HOME, path), exclude: (name) => name === "node_modules" }),
    );
    expect(native).toEqual([]);
  });

  it("is listed by npm sbom, all of it", () => {
    const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
      cwd: HOME,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { components } = JSON.parse(text) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect(namesOf(brought).filter((name) => !listed.has(name))).toEqual([]);
  });
});
