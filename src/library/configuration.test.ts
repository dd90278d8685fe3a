import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { paceFor } from "../application/settings.ts";
import { loadConfiguration } from "./configuration.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "levada-config-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const load = (options = {}, source = "usgs", environment = {}) =>
  loadConfiguration({ root, ...options }, source, environment);

describe("loadConfiguration", () => {
  it("is complete without any file", async () => {
    const { settings, values } = await load();
    expect(settings).toMatchObject({
      allowPrivate: false,
      hostsInFlight: 16,
      breaker: { threshold: 5, resetMs: 300_000 },
    });
    expect(values.every(({ from }) => from === "default")).toBe(true);
  });

  it.each(["a\r\nX-Evil: 1", "a\nb", " a", "ñ", "a\0b"])(
    "refuses a user agent that is no header's value: %j",
    async (LEVADA_USER_AGENT) => {
      const loading = load({}, "usgs", { LEVADA_USER_AGENT });
      await expect(loading).rejects.toThrow("LEVADA_USER_AGENT is not a text of printable ASCII characters");
    },
  );

  it("takes the flag before the environment before the file, and says where each value came from", async () => {
    write("levada.config.yaml", "network: {allow_private: false, user_agent: FromFile/1}");
    const environment = { LEVADA_USER_AGENT: "FromEnvironment/1", LEVADA_ALLOW_PRIVATE_NETWORK: "0" };
    const { settings, values } = await load({ allowPrivateNetwork: true }, "usgs", environment);
    expect(settings).toMatchObject({ allowPrivate: true, userAgent: "FromEnvironment/1" });
    const from = Object.fromEntries(values.map((value) => [value.name, value.from]));
    expect(from).toMatchObject({ allowPrivate: "flag", userAgent: "environment", delayMs: "default" });
  });

  it("takes a source's own limits before those for all", async () => {
    write("levada.config.yaml", "network: {max_body_bytes: 1000}\nsources: {usgs: {max_body_bytes: 2000}}");
    expect((await load()).settings.documentLimits.maxBodyBytes).toBe(2000);
    expect((await load({}, "wiki")).settings.documentLimits.maxBodyBytes).toBe(1000);
  });

  it("gives each host its pace: the exact key first, then the host, then the default", async () => {
    write(
      "rate_limits.yaml",
      `default: {delay_ms: 700, concurrency: 2}\nhosts: {"Sede.example.es": {delay_ms: 5000}, "127.0.0.1": {delay_ms: 0, concurrency: 8}, "127.0.0.1:8080": {delay_ms: 10}}`,
    );
    const { pace } = (await load()).settings;
    expect(paceFor(pace, "example.org")).toMatchObject({ delayMs: 700, concurrency: 2, explicit: false });
    expect(paceFor(pace, "sede.example.es")).toMatchObject({ delayMs: 5000, concurrency: 2, explicit: true });
    expect(paceFor(pace, "127.0.0.1:9")).toMatchObject({ delayMs: 0, concurrency: 8 });
    expect(paceFor(pace, "127.0.0.1:8080")).toMatchObject({ delayMs: 10, concurrency: 8 });
  });

  it.each([
    ["an unknown key", "levada.config.yaml", "netwerk: {}", /netwerk/],
    ["an unknown key of a source", "levada.config.yaml", "sources: {usgs: {base: x}}", /base/],
    ["a wrong type", "rate_limits.yaml", "default: {delay_ms: fast}", /delay_ms/],
    ["a cluster", "levada.config.yaml", `database: {url: "postgres://x/y"}`, /database\.url/],
  ])("refuses %s by name", async (_, file, text, message) => {
    write(file, text);
    await expect(load()).rejects.toMatchObject({ code: "misuse", message: expect.stringMatching(message) });
  });

  it("refuses a concurrency that is none", async () => {
    await expect(load({ concurrency: 0 })).rejects.toMatchObject({ code: "misuse" });
  });
});
