import type { HostLedger } from "../../src/application/ports.ts";
import { type HostState, newHost } from "../../src/domain/host.ts";

/** A ledger that outlives the gate that uses it, as the durable one outlives a process. */
export function memoryLedger(): HostLedger & { readonly saved: Map<string, HostState>; saves: number } {
  const saved = new Map<string, HostState>();
  return {
    saved,
    saves: 0,
    load: async (host) => saved.get(host) ?? newHost(host),
    async save(state) {
      this.saves++;
      saved.set(state.host, state);
    },
    hostsOf: async () => [...saved.values()],
    associate: async () => {},
  };
}
