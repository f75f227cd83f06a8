import { expect, test } from "vitest";
import type { StoredState } from "../state/state-file.ts";
import { accountStatus } from "./account-status.ts";

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const FOLDER = "/state/gmail/you@gmail.com";
const failureOf = (code: "quota" | "forbidden" | "needs_login" | "invalid") => ({
  at: NOW - 1,
  failure: { code, message: "No.", hint: "Do it." },
});

function statusOf(
  stored: Partial<StoredState> | undefined,
  owner?: { processId?: number },
  loginAt?: number,
) {
  const log = { ok: true, ids: new Map([["a", 1]]), lines: 1, wholeBytes: 9 } as const;
  const whole = stored && { account: "you@gmail.com", ...stored };
  const files = { ok: true, stored: whole, log } as const;
  const lockPath = `${FOLDER}/lock`;
  const read = { folder: FOLDER, lockPath, files, ...(loginAt !== undefined && { loginAt }) };
  return accountStatus(read, { owner, now: NOW });
}

const RUNNING = { processId: 7 };
const watch = { expiresAt: NOW + HOUR_MS, renewedAt: NOW - HOUR_MS };

test("accountStatus() tells mode, cursor age, watch, errors and who holds the lock", () => {
  const stored = { mode: "pull", cursor: "5", cursorAt: NOW - 90_000, watch } as const;
  expect(statusOf({ ...stored, lastError: failureOf("quota") }, RUNNING)).toEqual({
    account: "you@gmail.com",
    folder: FOLDER,
    mode: "pull",
    isRunning: true,
    processId: 7,
    cursorAt: NOW - 90_000,
    cursorAgeSeconds: 90,
    watch,
    needsLogin: false,
    lastError: failureOf("quota"),
    posted: 1,
    reasons: [],
  });
  expect(statusOf(undefined)).toMatchObject({
    account: "you@gmail.com",
    isRunning: false,
    reasons: [],
  });
});

test("accountStatus() asks for no login where somebody has logged in since", () => {
  const stored = { needsLogin: true, lastError: failureOf("needs_login") };
  const { at } = stored.lastError;
  expect(statusOf(stored, undefined, at + 1)).toMatchObject({ needsLogin: false, reasons: [] });
  expect(statusOf(stored, undefined, at + 1)).not.toHaveProperty("lastError");
  expect(statusOf(stored, undefined, at - 1)).toMatchObject({ needsLogin: true });
});

const DAY_MS = 24 * HOUR_MS;

test.each<[string, Partial<StoredState>, object | undefined, readonly string[]]>([
  [
    "a login that ended",
    { needsLogin: true, lastError: failureOf("needs_login") },
    undefined,
    ["No."],
  ],
  ["a login that ended, without why", { needsLogin: true }, undefined, ["no longer accepts"]],
  ["a run that stopped", { lastError: failureOf("invalid") }, undefined, ["No."]],
  [
    "a watch that is refused",
    { mode: "push", watchError: failureOf("forbidden") },
    RUNNING,
    ["does not notify"],
  ],
  ["a watch that is not needed", { mode: "poll", watchError: failureOf("forbidden") }, RUNNING, []],
  [
    "a watch that failed for a while",
    { mode: "pull", watchError: failureOf("quota") },
    RUNNING,
    [],
  ],
  [
    "a pull that is refused",
    { mode: "pull", pullError: failureOf("forbidden") },
    RUNNING,
    ["cannot be pulled"],
  ],
  ["a pull that is not needed", { mode: "push", pullError: failureOf("forbidden") }, RUNNING, []],
  [
    "a watch that ended",
    { mode: "pull", watch: { ...watch, expiresAt: NOW } },
    undefined,
    ["stopped notifying"],
  ],
  [
    "a watch that ended in poll mode",
    { mode: "poll", watch: { ...watch, expiresAt: NOW } },
    undefined,
    [],
  ],
  ["looks that stopped", { cursorAt: NOW - 2 * HOUR_MS }, RUNNING, ["no look has succeeded"]],
  ["a pause", { cursorAt: NOW - 2 * HOUR_MS }, undefined, []],
  ["a long pause", { cursorAt: NOW - 6.5 * DAY_MS }, undefined, ["No look has run"]],
])("accountStatus() says whether %s needs a person", (_name, stored, owner, expected) => {
  const messages = statusOf(stored, owner).reasons.map(({ message }) => message);
  expect(messages).toEqual(expected.map((text) => expect.stringContaining(text)));
});

test("accountStatus() tells of files that are damaged", () => {
  const problem = { code: "state_damaged", message: "Damaged.", hint: "Correct it." } as const;
  const read = { folder: FOLDER, lockPath: "", files: { ok: false, problem } as const };
  expect(accountStatus(read, { owner: undefined, now: NOW })).toEqual({
    account: "you@gmail.com",
    folder: FOLDER,
    isRunning: false,
    needsLogin: false,
    posted: 0,
    reasons: [problem],
  });
});
