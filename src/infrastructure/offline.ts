import type { HostLedger, Transport } from "../application/ports.ts";
import { newHost } from "../domain/host.ts";

/** For work that must not reach the network: every exchange is refused. */
export const noNetwork: Transport = {
  exchange: async () => ({ ok: false, failure: { kind: "address_refused", detail: "this works offline" } }),
  close: async () => {},
};

/** Where no host is asked, what is known of hosts neither matters nor changes. */
export const noHosts: HostLedger = {
  load: async (host) => newHost(host),
  save: async () => {},
  hostsOf: async () => [],
  associate: async () => {},
};
