import { describe, expect, it } from "vitest";
import { MisuseError } from "./errors.ts";
import { carriesSecret, withoutLikelySecrets, withoutSecrets } from "./url-noise.ts";

describe("a text without secrets", () => {
  it.each([
    ["http://user:CANARY@h.example/x", "http://…@h.example/x"],
    ["htp://user:CANARY@h.example/", "htp://…@h.example/"],
    ["http:/user:CANARY@h.example/", "http:/…@h.example/"],
    ["user:CANARY@h.example", "…@h.example"],
    ["http://user:CAN@ARY@h.example/", "http://…@h.example/"],
    ["http://user:CAN/ARY@h.example/", "http://…@h.example/"],
    ['api "ftp://u:CANARY@h/": use another', 'api "ftp://…@h/": use another'],
    ["https://h.example/api?rows=1&api_key=CANARY&start=2", "https://h.example/api?rows=1&api_key=…&start=2"],
    ["https://h.example/?access_token=CANARY#x", "https://h.example/?access_token=…#x"],
    ["https://h.example/in#access_token=CANARY&state=1", "https://h.example/in#access_token=…&state=1"],
    ["https://h.example/?X-Amz-Signature=CANARY", "https://h.example/?X-Amz-Signature=…"],
    ["https://h.example/?accessToken=CANARY", "https://h.example/?accessToken=…"],
    ["https://h.example/?page_token_secret=CANARY", "https://h.example/?page_token_secret=…"],
    ["npm:CANARY@registry.example", "…@registry.example"],
  ])("%s is %s", (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
    expect(new MisuseError(text).message).toBe(expected);
  });

  it.each([
    "https://h.example/@someone/post?page=2&sort=asc",
    "https://h.example:8080/a?b=c@d",
    "write to somebody@example.org at 10:30",
    "data/raw/usgs/TX/B001.pdf.zst: checksum differs",
    "levada@0.1.0 needs node@24",
    "mailto:ana@example.org",
    "(mailto:ana@example.org)",
    "npm:levada@0.1.0",
    "https://h.example/list?page_token=CAUQAA&nextPageToken=x1",
    "https://h.example/list?key=padron&code=1234567890123456789012",
    "https://h.example/list?code=certificado-de-empadronamiento&sig=2",
  ])("%s stays as it is", (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it.each([
    ["https://h.example/a?sv=2024&sig=CANARY0kLmN0wwQz71xx%3D", "https://h.example/a?sv=2024&sig=…"],
    ["https://h.example/a?key=CANARYSyD4x9Qz71kkLmN0", "https://h.example/a?key=…"],
    ["https://h.example/in?code=CANARY4x9Qz71kkLmN0ww", "https://h.example/in?code=…"],
  ])("shown to people, %s is %s", (text, shown) => {
    expect(withoutLikelySecrets(text)).toBe(shown);
    expect(new MisuseError(text).message).toBe(shown);
    // What is kept by its address keeps it whole.
    expect(withoutSecrets(text)).toBe(text);
  });

  it.each([
    ["https://h.example/?page_token=x", false],
    ["https://h.example/?nextPageToken=x", false],
    [`https://h.example/?${"a".repeat(60)}_token=x`, true],
    ["https://h.example/?access_key=x", true],
    ["https://h.example/?code=certificado-de-empadronamiento-2024", false],
  ])("%s is a secret: %s", (url, isSecret) => {
    expect(carriesSecret(new URL(url))).toBe(isSecret);
  });
});
