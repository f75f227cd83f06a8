// docs/operations.md compared with the code: its tables are complete and have nothing else.
import { readFileSync } from "node:fs";
import type { RequestRecord } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { EVENT_CODES } from "../packages/core/codes/requests.mjs";

const page = readFileSync(new URL("operations.md", import.meta.url), "utf8");

/** The names in the first column of the table below a heading. */
function namesBelow(heading: string): readonly string[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const cells = [...own.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

test("operations.md watches metrics and codes that exist", () => {
  const [table = "", watched = ""] = page.split("\n## What to watch\n");
  const known = new Set(table.match(/hookwright_\w+/g));
  for (const name of watched.match(/hookwright_\w+/g) ?? []) {
    expect(known).toContain(name.replace(/_bucket$/, ""));
  }
  for (const [, code = ""] of watched.matchAll(/code="(\w+)"/g)) {
    expect(Object.keys(EVENT_CODES)).toContain(code);
  }
});

/** From the type of records: a missing or extra field does not compile. */
const RECORD_FIELDS: Readonly<Record<keyof RequestRecord, true>> = {
  requestId: true,
  deliveryId: true,
  receivedAt: true,
  durationMs: true,
  readMs: true,
  resolveMs: true,
  dispatchMs: true,
  waitMs: true,
  method: true,
  name: true,
  route: true,
  provider: true,
  status: true,
  code: true,
  outcome: true,
  detail: true,
  mappingId: true,
  mappingIds: true,
  nearest: true,
  action: true,
  runId: true,
  dispatched: true,
  refused: true,
  skipped: true,
  timedOut: true,
  emptyExpressions: true,
  list: true,
  repeats: true,
  dedupe: true,
  bodyBytes: true,
  answerBytes: true,
  credential: true,
  auth: true,
  keyIndex: true,
  handshake: true,
  lookup: true,
  remoteAddress: true,
};

test("operations.md has a row for each field of a record", () => {
  expect([...namesBelow("Records")].sort()).toEqual(Object.keys(RECORD_FIELDS).sort());
});
