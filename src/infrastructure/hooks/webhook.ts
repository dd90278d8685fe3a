import type { Transport } from "../../application/ports.ts";
import { describe } from "../../domain/failure.ts";

export const WEBHOOK_MS = 10_000;

const MAX_ANSWER_BYTES = 64 * 1024;

/** Sends JSON to an address of the user's. Answers what went wrong; null where nothing did. Redirects are not followed. */
export async function postWebhook(
  address: string,
  body: string,
  { transport, userAgent }: { readonly transport: Transport; readonly userAgent: string },
): Promise<string | null> {
  const answer = await transport.exchange(
    {
      url: new URL(address),
      headers: { "user-agent": userAgent, "content-type": "application/json" },
      body,
      deadlines: {
        connectMs: WEBHOOK_MS,
        headersMs: WEBHOOK_MS,
        idleMs: WEBHOOK_MS,
        totalMs: WEBHOOK_MS,
        minBytesPerSecond: 0,
      },
      limits: { maxBodyBytes: MAX_ANSWER_BYTES, maxDecodedBytes: MAX_ANSWER_BYTES },
    },
    AbortSignal.timeout(WEBHOOK_MS),
  );
  if (!answer.ok)
    return answer.failure.kind === "interrupted"
      ? `no answer within ${WEBHOOK_MS / 1000} s`
      : describe(answer.failure);
  await answer.discard();
  if (answer.status >= 200 && answer.status < 300) return null;
  if (answer.status < 400) return `status ${answer.status}: redirects are not followed`;
  return `status ${answer.status}`;
}
