// Preloaded into the measured process: what only the process itself can tell, a line of JSON each second.
const { appendFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const { createHistogram, monitorEventLoopDelay, PerformanceObserver, constants } = require("node:perf_hooks");
const { isMainThread } = require("node:worker_threads");

const TICK_MS = 10;
const COLLECT_MS = Number(process.env.LEVADA_SOAK_COLLECT_MS ?? 0);

/** Wall clock: also late because others had the processor. */
function watchDelay() {
  const [recent, whole] = [0, 0].map(() => monitorEventLoopDelay({ resolution: TICK_MS }));
  recent.enable();
  whole.enable();
  return { recent, whole };
}

/** Processor time of this thread from tick to tick: late by its own work, however busy the machine is. */
function watchWork() {
  const [recentWork, work] = [createHistogram(), createHistogram()];
  let [at, used] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    const late = Math.min(now - at - TICK_MS, (user + system) / 1000);
    for (const histogram of [recentWork, work]) histogram.record(Math.max(1, Math.round(late * 1e6)));
    [at, used] = [now, process.threadCpuUsage()];
  }, TICK_MS).unref();
  return { recentWork, work };
}

/** What is held after a full collection is what stays. */
function watchHeap() {
  const heap = { live: null };
  const look = () => {
    const { heapUsed, external } = process.memoryUsage();
    heap.live = heapUsed + external;
  };
  if (COLLECT_MS > 0) collectEach(COLLECT_MS, look);
  else watchCollections(look);
  return heap;
}

/** As the engine's own collector comes: of a long run, undisturbed. It looks some time later, when there is garbage again. */
function watchCollections(look) {
  new PerformanceObserver((list) => {
    const isFull = ({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (list.getEntries().some(isFull)) look();
  }).observe({ entryTypes: ["gc"] });
}

/** A short run has too few collections of its own to tell what stays from what waits for one. */
function collectEach(ms, look) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  setInterval(() => {
    collect();
    look();
  }, ms).unref();
}

function watch(file) {
  const [{ recent, whole }, { recentWork, work }, heap] = [watchDelay(), watchWork(), watchHeap()];
  const late = (ns, tick) => Math.max(0, ns / 1e6 - tick);
  const lateness = (histogram, tick = TICK_MS) => ({
    p50: late(histogram.percentile(50), tick),
    p99: late(histogram.percentile(99), tick),
    max: late(histogram.max, tick),
  });
  const write = () => {
    const { user, system } = process.cpuUsage();
    const sample = {
      at: Date.now(),
      live: heap.live,
      cpuMs: (user + system) / 1000,
      // These count from tick to tick; what is more than a tick is late.
      recent: lateness(recent),
      whole: lateness(whole),
      recentWork: lateness(recentWork, 0),
      work: lateness(work, 0),
    };
    recent.reset();
    recentWork.reset();
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
  };
  setInterval(write, 1000).unref();
  process.on("exit", write);
}

const file = process.env.LEVADA_SOAK_PROBE;
// Readers are processes of their own, with the same environment.
if (isMainThread && file !== undefined && /cli[/\\]main\.[jt]s$/.test(process.argv[1] ?? "")) watch(file);
