import { expect, it } from "vitest";
import {
  type FailedRecord,
  failedBy,
  isCurrent,
  NEEDS_BROWSER,
  NEEDS_OCR,
  type ReadRecord,
  type ReadingTerms,
  type ExtractRecord,
} from "./extraction.ts";

const RECORD: ReadRecord = {
  key: "k",
  sha256: "a",
  extractor: "1",
  status: "accept",
  score: 1,
  words: 100,
  reason: "",
  stem: "k",
};
const TERMS = { extractor: "1", limits: "60 s", renders: false, recognises: false };

const FAILED: FailedRecord = { ...RECORD, status: "failed", reason: "timeout", extractor: failedBy(TERMS) };

it.each<[string, ExtractRecord | undefined, ReadingTerms, boolean]>([
  ["there is none", undefined, TERMS, false],
  ["it is of these bytes and this extractor", RECORD, TERMS, true],
  ["it is of other bytes", { ...RECORD, sha256: "b" }, TERMS, false],
  ["it is of another extractor", { ...RECORD, extractor: "0" }, TERMS, false],
  ["it waits for a browser and there is none", { ...RECORD, reason: NEEDS_BROWSER }, TERMS, true],
  ["it waits for a browser", { ...RECORD, reason: NEEDS_BROWSER }, { ...TERMS, renders: true }, false],
  ["it waits for OCR and there is none", { ...RECORD, reason: NEEDS_OCR }, { ...TERMS, renders: true }, true],
  ["it waits for OCR", { ...RECORD, reason: NEEDS_OCR }, { ...TERMS, recognises: true }, false],
  ["it failed within these limits", FAILED, TERMS, true],
  ["it failed within other limits", FAILED, { ...TERMS, limits: "90 s" }, false],
  ["OCR has been", RECORD, { ...TERMS, recognises: true }, true],
])("a reading holds or not where %s", (_, record, terms, holds) => {
  expect(isCurrent(record, { sha256: "a" }, terms)).toBe(holds);
});
