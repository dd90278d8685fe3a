import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A server that speaks bytes, not HTTP: what no HTTP library would send can be sent. For tests. */
export interface RawServer {
  readonly url: URL;
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  /** Connections that are open now. */
  open(): number;
  /** Request heads received so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** `answer` runs once for each request head, with the number of requests before it. */
export type Script = (socket: Socket, index: number, head: string) => unknown;

export async function startRawServer(
  answer: Script,
  serve: (onConnection: (socket: Socket) => void) => Server = createServer,
  scheme = "http",
  host = "127.0.0.1",
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = serve((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let received = "";
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      for (let end = received.indexOf("\r\n\r\n"); end >= 0; end = received.indexOf("\r\n\r\n")) {
        const head = received.slice(0, end);
        received = received.slice(end + 4);
        requests.push(head);
        void answer(socket, requests.length - 1, head);
      }
    });
  });
  let connections = 0;
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}/`),
    port,
    connections: () => connections,
    open: () => sockets.size,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
