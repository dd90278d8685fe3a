import type { Reporter, TestCase } from "vitest/node";

/** Names what passed only when it was tried again, which `.ci/run` allows once: a busy machine, or a test to look at. */
export default class TriedAgain implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const isRetried = (test.diagnostic()?.retryCount ?? 0) > 0;
    if (isRetried && test.ok()) console.log(`TRIED AGAIN ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}
