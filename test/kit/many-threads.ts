import { join } from "node:path";

/**
 * For tests in whose process many runs come and go, each with a thread for its database. V8 can die of that ("Check
 * failed: jit_page.has_value()"): where the processor has keys for memory, and where each thread brings the WebAssembly
 * that strips types. What was stripped once is kept, as `bin/levada` keeps it, and the threads start in half the time.
 */
export const MANY_THREADS = {
  execArgv: ["--no-memory-protection-keys"],
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/levada") },
};
