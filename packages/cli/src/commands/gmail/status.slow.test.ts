// gmail status: what it prints, and its exit code.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GOOGLE_URLS } from "@hookwright/gmail";
import { lockFile } from "@hookwright/host";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "../../../test/support/hookwright.ts";
import { readGoogleUrls } from "./google-urls.ts";

const account = "you@gmail.com";

function makeState(state: object | undefined, name = account): string {
  const folder = createTempDir({});
  if (state !== undefined) {
    const own = join(folder, "gmail", name);
    mkdirSync(own, { recursive: true });
    const text = JSON.stringify({ version: 1, account: name, ...state });
    writeFileSync(join(own, "state.json"), text);
    writeFileSync(join(own, "posted.log"), '[1,"a"]\n');
  }
  return folder;
}

async function status(folder: string, ...args: readonly string[]) {
  const ended = await hookwright(["gmail", "status", "--state", folder, ...args]);
  return { exitCode: ended.exitCode, text: ended.stdout, error: ended.stderr };
}

const failure = {
  code: "needs_login",
  message: "Google no longer accepts the login.",
  hint: "Log in.",
};

test("gmail status exits with 0 and says what works", async () => {
  const watch = { expiresAt: Date.now() + 86_400_000, renewedAt: Date.now() };
  const state = { mode: "pull", cursor: "7", cursorAt: Date.now() - 300_000, watch };
  const folder = makeState(state);
  const lock = await lockFile(join(folder, "gmail", account, "lock"));
  onTestFinished(() => void (lock.ok && lock.release()));
  const { exitCode, text } = await status(folder);
  expect(exitCode).toBe(0);
  expect(text).toBe(`you@gmail.com
  mode     pull
  running  process ${process.pid}
  cursor   5 min old
  watch    until ${new Date(watch.expiresAt).toISOString()}
  posted   1 in 7 days
`);
});

test("gmail status exits with 1 if a new login is needed", async () => {
  const at = Date.now() - 3 * 86_400_000;
  const folder = makeState({ mode: "poll", needsLogin: true, lastError: { at, failure } });
  const { exitCode, text } = await status(folder);
  expect(exitCode).toBe(1);
  expect(text).toBe(`you@gmail.com
  mode     poll
  running  no
  cursor   none
  posted   1 in 7 days
  error    3 d ago: Google no longer accepts the login.
  ! Google no longer accepts the login.
    Log in.
`);
  const json = await status(folder, "--json");
  expect(json.exitCode).toBe(1);
  expect(JSON.parse(json.text)).toMatchObject({
    ok: false,
    accounts: [{ account, isRunning: false, needsLogin: true, reasons: [{ hint: "Log in." }] }],
  });
  // Somebody logs in; nothing has run with that login yet.
  writeFileSync(join(folder, "gmail", account, "login.json"), "{}");
  expect(await status(folder)).toMatchObject({
    exitCode: 0,
    text: expect.not.stringContaining("!"),
  });
});

test("gmail status reports a watch that has expired", async () => {
  const watch = { expiresAt: 1_000, renewedAt: 1 };
  const { exitCode, text } = await status(makeState({ mode: "push", watch, cursorAt: Date.now() }));
  expect(exitCode).toBe(1);
  expect(text).toContain("  watch    ended at 1970-01-01T00:00:01.000Z");
  expect(text).toContain("  cursor   0 s old");
});

test("gmail status reports a missing watch, and files that cannot be read", async () => {
  const { exitCode, text } = await status(makeState(undefined));
  expect([exitCode, text]).toEqual([
    0,
    "No mailbox is watched here. Run `hookwright gmail setup` first.\n",
  ]);
  const folder = createTempDir({ gmail: "a file" });
  const failed = await status(folder);
  expect(failed.exitCode).toBe(1);
  expect(failed.error).toContain("cannot be read");
});

test("readGoogleUrls() returns Google's addresses unless the environment sets others", () => {
  expect(readGoogleUrls({ env: { HOOKWRIGHT_GMAIL_URL: "" } })).toEqual(GOOGLE_URLS);
});

test("readGoogleUrls() accepts servers on this machine", () => {
  const env = {
    HOOKWRIGHT_GMAIL_URL: "http://127.0.0.1:1/gmail/",
    HOOKWRIGHT_PUBSUB_URL: "http://localhost:2",
    HOOKWRIGHT_OAUTH_URL: "http://[::1]:3",
    HOOKWRIGHT_KEYS_URL: "https://127.0.0.1:4/certs",
  };
  expect(readGoogleUrls({ env })).toEqual({
    gmail: "http://127.0.0.1:1/gmail",
    pubsub: "http://localhost:2",
    auth: "http://[::1]:3/o/oauth2/v2/auth",
    token: "http://[::1]:3/token",
    revoke: "http://[::1]:3/revoke",
    keys: "https://127.0.0.1:4/certs",
  });
});

test.each([
  "http://example.org",
  "http://127.0.0.1@example.org",
  "http://127.0.0.1.example.org",
  "http://10.0.0.1",
  "file:///127.0.0.1",
  "127.0.0.1:1",
])("readGoogleUrls() refuses %s, because tokens would be sent there", (url) => {
  expect(() => readGoogleUrls({ env: { HOOKWRIGHT_OAUTH_URL: url } })).toThrow(
    "HOOKWRIGHT_OAUTH_URL is not an address of this machine.",
  );
});
