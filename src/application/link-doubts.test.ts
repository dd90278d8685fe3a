import { expect, it } from "vitest";
import { stored } from "../../test/conformance/documents.ts";
import { newLink } from "../domain/link-health.ts";
import type { ReviewItem } from "../domain/procedure.ts";
import { type Linked, LinkDoubts } from "./link-doubts.ts";
import { place } from "./link-watch.ts";
import type { LinkRecord } from "./ports.ts";

const NOW = Date.UTC(2026, 10, 16);
const URL = "https://a.test/beca";
const DOCUMENT = { ...stored("beca", URL), storedAt: "2026-11-10T00:00:00.000Z" };
const AUTOMATIC: Linked = { tramite: "beca", isCurated: false, document: DOCUMENT, extractedPath: "x.json" };
const CURATED: Linked = { ...AUTOMATIC, isCurated: true };
const DRIFT = { driftSince: NOW, driftHash: "0a" };
const DOWN = { state: "inactive", since: NOW } as const;

const INCOMPLETE: ReviewItem = {
  id: "beca",
  tramite: "beca",
  url_hash: "beca",
  source_url: URL,
  outcome: "new",
  reason: "incomplete",
  detail: "completeness 0.55",
  since: "2026-11-10T00:00:00.000Z",
  raw_path: DOCUMENT.localPath,
  extracted_path: "x.json",
  proposal_path: null,
  diff_path: null,
  of: "v1",
};

function queueOf(
  linked: Linked,
  health: Partial<LinkRecord>,
  queue: ReviewItem[] = [],
  of = "",
): ReviewItem[] {
  const doubts = new LinkDoubts();
  doubts.take(linked, { ...newLink(NOW), ...place("beca", URL), ...health });
  const decision = { id: "beca", tramite: "beca", fields: null, by: "ana", at: "" };
  doubts.addTo(queue, [{ ...decision, url_hash: "beca", decision: "reject", of }]);
  return queue;
}

it.each<[string, Linked, Partial<LinkRecord>, readonly string[]]>([
  ["an automatic procedure, drifted", AUTOMATIC, DRIFT, ["content_drift"]],
  ["a curated file, drifted", CURATED, DRIFT, ["content_drift"]],
  ["an automatic procedure, down", AUTOMATIC, DOWN, []],
  ["a curated file, down", CURATED, DOWN, ["link_inactive"]],
  ["an automatic procedure, down after it had drifted", AUTOMATIC, { ...DRIFT, ...DOWN }, ["content_drift"]],
  ["an automatic procedure, well", AUTOMATIC, {}, []],
  [
    "one that was stored after the look, by a run that was killed",
    { ...AUTOMATIC, document: { ...DOCUMENT, storedAt: "2026-11-17T00:00:00.000Z" } },
    DRIFT,
    [],
  ],
])("P38: what waits for a person of the page of %s", (_, linked, health, reasons) => {
  expect(queueOf(linked, health).map(({ reason }) => reason)).toEqual(reasons);
});

it("P38: tells since when, and where the stored page and its reading are", () => {
  expect(queueOf(AUTOMATIC, DRIFT)).toMatchObject([
    {
      id: "beca",
      since: new Date(NOW).toISOString(),
      raw_path: DOCUMENT.localPath,
      extracted_path: "x.json",
      proposal_path: null,
    },
  ]);
});

it("P38: a decision holds while the page says the same", () => {
  expect(queueOf(AUTOMATIC, DRIFT, [], "link drift 0a")).toEqual([]);
  expect(queueOf(AUTOMATIC, { ...DRIFT, driftHash: "0b" }, [], "link drift 0a")).toHaveLength(1);
});

it("P38: a page waits once: as drifted where its procedure is automatic, since rejecting that takes nothing away", () => {
  const told = "the page no longer says what it said";
  expect(queueOf(AUTOMATIC, DRIFT, [INCOMPLETE])).toMatchObject([
    { reason: "content_drift", detail: `${told}; incomplete: completeness 0.55`, of: "link drift 0a" },
  ]);
  expect(queueOf(CURATED, DRIFT, [INCOMPLETE])).toMatchObject([
    { reason: "incomplete", detail: `completeness 0.55; content_drift: ${told}`, of: "v1" },
  ]);
  expect(queueOf(AUTOMATIC, DRIFT, [INCOMPLETE], "link drift 0a")).toEqual([INCOMPLETE]);
});
