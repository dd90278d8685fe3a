import type { RetryPolicy } from "../domain/judge.ts";

/**
 * How pages of the web are tried again (P9): 5xx and broken answers after 2, 4 and 8 seconds, 403 once after a minute, 429
 * three times as it asks, a timeout once with twice the time. Then the page has failed, and the next run tries it again.
 */
const PATIENTLY = { attempts: 4, firstWaitMs: 2000, maxWaitMs: 8000 };

export const WEB_POLICY: RetryPolicy = {
  serverError: PATIENTLY,
  brokenBody: PATIENTLY,
  connection: PATIENTLY,
  tooManyRequests: PATIENTLY,
  forbidden: { attempts: 2, firstWaitMs: 60_000, maxWaitMs: 60_000 },
  timeout: { attempts: 2, firstWaitMs: 0, maxWaitMs: 0, timeoutFactor: 2 },
  failedReason: "fetch_failed",
};
