import { parentPort, workerData } from "node:worker_threads";
import type { Reply, Request } from "./calls.ts";
import type { DatabaseOptions } from "./open-database.ts";
import { StateDatabase } from "./state-database.ts";
import { StateServer } from "./state-server.ts";
import { toMessage } from "./storage-trouble.ts";
import type { WorkerGreeting } from "./state-client.ts";

const port = parentPort;
if (port === null) throw new Error("worker.ts is started by state-client.ts, as a worker thread");
const { path, options } = workerData as { path: string; options: DatabaseOptions };

const post = (message: WorkerGreeting | readonly Reply[]) => port.postMessage(message);
try {
  const db = StateDatabase.open(path, options);
  const server = new StateServer(db, post);
  port.on("message", (request: Request) => server.receive(request));
  post({ ok: true, startedFresh: db.startedFresh });
} catch (error) {
  post({ ok: false, trouble: toMessage(error) });
}
