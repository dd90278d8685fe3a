import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { isIP, connect as connectTcp, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isPublicAddress } from "../../domain/address.ts";
import type { Failure } from "../../domain/failure.ts";

/** All addresses of a name. Injectable, so that rebinding can be tested. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface DialTarget {
  readonly protocol: "http:" | "https:";
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** Connects to an address that was checked; rejects with `RefusedAddress` or with what the platform says. */
export type Dial = (target: DialTarget, signal: AbortSignal) => Promise<Socket>;

export class RefusedAddress extends Error {
  readonly failure: Failure;

  constructor(detail: string) {
    super(detail);
    this.name = "RefusedAddress";
    this.failure = { kind: "address_refused", detail };
  }
}

export interface GuardOptions {
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve | undefined;
}

/**
 * The guard at the door (E17): every answer of DNS must be public, the connection goes to exactly these answers
 * and to no later one (no rebinding), and the address the socket ended at is looked at once more.
 */
export function createDial(options: GuardOptions): Dial {
  const resolve = options.resolve ?? resolveByPlatform;
  const check = options.allowPrivate ? () => {} : refuseUnlessPublic;

  return async (target, signal) => {
    const addresses = await addressesOf(target.hostname, resolve);
    for (const { address } of addresses) check(target.hostname, address);
    signal.throwIfAborted();
    const socket = await open(target, addresses, signal);
    try {
      check(target.hostname, socket.remoteAddress ?? "");
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return socket;
  };
}

function refuseUnlessPublic(hostname: string, address: string): void {
  if (!isPublicAddress(address)) throw new RefusedAddress(`${hostname} leads to ${address || "nowhere"}`);
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  return addresses;
}

function resolveByPlatform(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

function open(target: DialTarget, addresses: readonly LookupAddress[], signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = target.protocol === "https:";
    const socket = secure ? openTls(target, addresses) : connectTcp(whereTo(target, addresses));
    socket.setNoDelay(true);
    const giveUp = () => socket.destroy(signal.reason as Error);
    signal.addEventListener("abort", giveUp, { once: true });
    const settle = (act: () => void) => {
      signal.removeEventListener("abort", giveUp);
      act();
    };
    socket.once(secure ? "secureConnect" : "connect", () => settle(() => resolve(socket)));
    // Stays for the socket's life: an idle connection that is reset must not bring the process down.
    socket.on("error", (error) => settle(() => reject(error)));
    socket.once("close", () => settle(() => reject(closedEarly())));
  });
}

function closedEarly(): Error {
  return Object.assign(new Error("closed while connecting"), { code: "ECONNRESET" });
}

function openTls(target: DialTarget, addresses: readonly LookupAddress[]): Socket {
  return connectTls({
    ...whereTo(target, addresses),
    // A name may end in a dot, a certificate's name does not (RFC 6066 §3).
    ...(isIP(target.hostname) === 0 ? { servername: target.hostname.replace(/\.$/, "") } : {}),
    ALPNProtocols: ["http/1.1"],
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
    rejectUnauthorized: true,
  });
}

function whereTo(target: DialTarget, addresses: readonly LookupAddress[]) {
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const first = addresses[0];
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family ?? 0);
  };
  return { host: target.hostname, port: target.port, lookup, autoSelectFamily: true };
}
