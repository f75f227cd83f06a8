// gmail setup and gmail stop, against the local Google, with a person who opens the page that is printed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FakeGoogle, startFakeGoogle } from "@hookwright/fake-google";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { createTestIo, type TestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";
// The commands import them when they run; here they are loaded before the time of a test begins.
import "google-auth-library";
import "../check.ts";
import "./setup.ts";
import "./stop.ts";

const ACCOUNT = "you@gmail.com";

async function start(): Promise<{
  google: FakeGoogle;
  dir: string;
  state: string;
  config: string;
}> {
  const google = await startFakeGoogle();
  onTestFinished(() => google.close());
  const dir = createTempDir({ "client.json": JSON.stringify(google.oauth.clientFile()) });
  return { google, dir, state: join(dir, "state"), config: join(dir, "hooks.json5") };
}

/** Opens the page as soon as it is printed. */
async function openPage(io: TestIo): Promise<void> {
  for (;;) {
    const page = /^ {2}(http\S+)$/m.exec(io.stderr.text())?.[1];
    if (page !== undefined) {
      await (await fetch(page)).text();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function gmail(
  args: readonly string[],
  { google, stdin }: { google: FakeGoogle; stdin?: string },
) {
  const io = createTestIo({ env: google.environment, ...(stdin !== undefined && { stdin }) });
  const exitCode = run(["gmail", ...args], io);
  return { io, exitCode, text: async () => [await exitCode, io.stdout.text()] as const };
}

test("setup() tells each step, makes a config that check accepts, and stop --revoke takes all back", {
  timeout: 60_000,
}, async () => {
  const { google, dir, state, config } = await start();
  const common = ["--account", ACCOUNT, "--config", config, "--state", state];
  const args = ["setup", ...common, "--client", join(dir, "client.json")];
  const planned = await gmail([...args, "--dry-run"], { google });
  const [plannedCode, plan] = await planned.text();
  expect([plannedCode, existsSync(config), existsSync(state), google.requests]).toEqual([
    0,
    false,
    false,
    [],
  ]);
  expect(plan.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(7);
  expect(plan).toContain("- Log in at Google as you@gmail.com\n");
  expect(plan).toContain("Nothing was done.");

  const made = await gmail(args, { google });
  await openPage(made.io);
  const [code, text] = await made.text();
  expect([code, text]).toEqual([
    0,
    expect.stringContaining("you@gmail.com can be watched, by pull."),
  ]);
  expect(made.io.stderr.text()).toContain("ssh -L");
  expect(readFileSync(config, "utf8")).toContain('account: "you@gmail.com"');

  const kept = await gmail(["stop", ...common], { google });
  expect(await kept.text()).toEqual([
    0,
    expect.stringContaining("Gmail notifies no more.\nWhat remains:"),
  ]);
  const ended = await gmail(["stop", ...common, "--revoke", "--json"], { google });
  const [endCode, json] = await ended.text();
  expect(endCode).toBe(0);
  expect(
    JSON.parse(json).lines.map(
      ({ what, state }: { what: string; state: string }) => `${what} ${state}`,
    ),
  ).toEqual(["watch done", "subscription done", "topic done", "login done", "files done"]);
  expect(existsSync(join(state, "gmail", ACCOUNT))).toBe(false);
  expect(google.requests.filter(({ path }) => path.includes("revoke?"))).toEqual([]);
  const again = await gmail(["stop", ...common, "--revoke"], { google });
  expect(await again.text()).toEqual([1, expect.stringContaining("Nobody has logged in")]);
});

test("setup() takes its change back where check finds an error that was there before", {
  timeout: 60_000,
}, async () => {
  const { google, dir, state, config } = await start();
  const before = '{ hooks: { enabled: true, mappings: [{ match: "x" }] } } // mine\n';
  writeFileSync(config, before);
  const args = ["setup", "--account", ACCOUNT, "--config", config, "--state", state, "--json"];
  const made = await gmail([...args, "--client", join(dir, "client.json"), "--mode", "poll"], {
    google,
  });
  await openPage(made.io);
  const [code, json] = await made.text();
  expect(code).toBe(1);
  expect(JSON.parse(json)).toMatchObject({
    ok: false,
    step: "check",
    failure: {
      message: "The config cannot be served. The config is again what it was.",
      hint: expect.stringContaining("hooks.mappings[0].match"),
    },
  });
  expect(readFileSync(config, "utf8")).toBe(before);
});

test("setup() takes the address of the page that failed to load", { timeout: 60_000 }, async () => {
  const { google, dir, state, config } = await start();
  const args = [
    "setup",
    "--account",
    ACCOUNT,
    "--config",
    config,
    "--state",
    state,
    "--mode",
    "poll",
  ];
  const lines = createTestIo({ env: google.environment });
  let paste: (line: string) => void = () => undefined;
  const pasted = new Promise<string>((resolve) => {
    paste = resolve;
  });
  const stdin = (async function* () {
    yield await pasted;
  })();
  const exitCode = run(["gmail", ...args, "--client", join(dir, "client.json")], {
    ...lines,
    stdin,
  });
  for (;;) {
    const page = /^ {2}(http\S+)$/m.exec(lines.stderr.text())?.[1];
    if (page !== undefined) {
      const answer = await fetch(page, { redirect: "manual" });
      paste(`  ${answer.headers.get("location")}\n`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect([await exitCode, lines.stdout.text()]).toEqual([0, expect.stringContaining("by poll")]);
});
