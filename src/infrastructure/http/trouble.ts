import type { Failure } from "../../domain/failure.ts";
import { RefusedAddress } from "./guard.ts";

/**
 * What an error of undici or the platform means. Once an answer has begun, whatever goes wrong is a broken answer;
 * before that, it is the connection. Messages are left behind: only codes get out, and they hold no secrets.
 */
export function failureOf(error: unknown, answerBegan: boolean): Failure {
  if (error instanceof RefusedAddress) return error.failure;
  const code = codeOf(error);
  if (code === "UND_ERR_HEADERS_OVERFLOW") return { kind: "body_broken", detail: "too many header bytes" };
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return { kind: "body_broken", detail: "not as long as announced" };
  if (code.startsWith("HPE_")) return { kind: "body_broken", detail: `not HTTP/1.1 (${code})` };
  if (answerBegan) return { kind: "body_broken", detail: `cut off (${code})` };
  return { kind: "connection", code };
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  // Several addresses, several errors: the first is that of the address which was preferred.
  if (typeof code !== "string" && Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  // undici's name for a peer that hangs up; the platform calls that a reset.
  if (code === "UND_ERR_SOCKET") return "ECONNRESET";
  return typeof code === "string" && /^[A-Z][A-Za-z0-9_]*$/.test(code) ? code : "UNKNOWN";
}
