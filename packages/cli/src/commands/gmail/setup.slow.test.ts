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

test("setup() prints each step and makes a config that check accepts; stop --revoke undoes all of it", {
  timeout: 300_000,
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
    expect.stringContaining("Gmail no longer notifies.\nWhat remains:"),
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

test("setup() undoes its change if check finds an error that was there before", {
  timeout: 300_000,
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

const RUNNER = { runner: { http: { baseUrl: "http://127.0.0.1:9/v1" } } };
const webhook = { url: "http://127.0.0.1:9/in" };
const command = { command: ["/bin/true"] };

async function startDelivery(before: object) {
  const { google, dir, state, config } = await start();
  const key = join(dir, "login.json");
  writeFileSync(key, JSON.stringify(google.oauth.logIn()));
  writeFileSync(config, JSON.stringify(before));
  const common = ["setup", "--account", ACCOUNT, "--config", config, "--state", state];
  const setUp = async (...args: readonly string[]) => {
    const made = await gmail([...common, "--credentials", key, "--mode", "poll", ...args], {
      google,
    });
    const [code, text] = await made.text();
    return {
      code,
      text,
      err: made.io.stderr.text(),
      after: JSON.parse(readFileSync(config, "utf8")),
    };
  };
  return { setUp };
}

test("setup() warns if answers about mail are sent to nobody, and --deliver writes the line", {
  tags: "DEL-3",
}, async () => {
  const { setUp } = await startDelivery({ host: RUNNER, channels: { webhook } });
  const first = await setUp();
  expect([first.code, first.text]).toEqual([
    0,
    expect.stringContaining(
      'warning No recipient is known on webhook, so the answers of 1 mapping ("gmail") go to nobody. Write defaultTo: "ops" into channels.webhook',
    ),
  ]);
  const { notes } = JSON.parse((await setUp("--json")).text);
  expect(notes).toEqual([expect.stringContaining("go to nobody")]);
  const planned = await setUp("--deliver", "webhook:ops", "--dry-run");
  expect(planned.text).toContain("- Set channels.webhook.defaultTo in ");
  expect(planned.after).toEqual(first.after);
  const { text, after } = await setUp("--deliver", "webhook:ops");
  expect(text).not.toContain("warning");
  expect(after).toEqual({
    ...first.after,
    channels: { webhook: { ...webhook, defaultTo: "ops" } },
  });
  expect((await setUp("--deliver", "webhook:ops")).text).toMatch(/> Leave \S+ as it is/);
});

test("setup() with --deliver writes a mapping where `last` could be another channel", {
  tags: "DEL-2",
}, async () => {
  const channels = { webhook, command };
  const { setUp } = await startDelivery({
    host: { ...RUNNER, channels },
    hooks: { gmail: { model: "a/b" } },
  });
  expect((await setUp()).text).toContain("gmail setup --deliver webhook:ops` writes a mapping");
  const { text, after } = await setUp("--deliver", "command:me");
  expect(text).not.toContain("warning");
  expect(after.hooks.mappings).toMatchObject([
    { match: { path: "gmail" }, model: "a/b", channel: "command", to: "me" },
  ]);
  expect(after.host.channels).toEqual(channels);
  const again = await setUp("--deliver", "webhook:ops");
  expect(again.after.hooks.mappings).toEqual([
    { ...after.hooks.mappings[0], channel: "webhook", to: "ops" },
  ]);
});

test("setup() with --deliver keeps the mappings of the operator, and sets those for mail", {
  tags: "DEL-2",
}, async () => {
  const mail = { id: "mail", match: { path: "/gmail/" }, messageTemplate: "{{source}}" };
  const others = [
    { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}" },
    { id: "seen", match: { path: "gmail", source: "x" }, action: "wake", textTemplate: "{{a}}" },
    { id: "none", match: { path: "gmail", source: "y" }, skip: true },
  ];
  const config = (mappings: readonly object[]) => ({
    host: RUNNER,
    channels: { webhook, command },
    hooks: { mappings },
  });
  const own = await startDelivery(config([...others, mail]));
  expect((await own.setUp("--deliver", "webhook:ops")).after.hooks.mappings).toEqual([
    ...others,
    { ...mail, channel: "webhook", to: "ops" },
  ]);
  const without = await startDelivery(config(others));
  expect((await without.setUp("--deliver", "webhook:ops")).after.hooks.mappings).toEqual([
    ...others,
    expect.objectContaining({ id: "gmail", channel: "webhook", to: "ops" }),
  ]);
});

test("setup() with --deliver refuses values that no delivery can use, and writes nothing", {
  tags: "DEL-4",
}, async () => {
  const before = { host: RUNNER, channels: { webhook } };
  const { setUp } = await startDelivery(before);
  expect(await setUp("--deliver", "telegram:5")).toMatchObject({
    code: 1,
    err: expect.stringContaining("The channel telegram is not configured; set channels.telegram."),
    after: before,
  });
  expect(await setUp("--deliver", "ops")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Write CHANNEL:TO"),
  });
  const broken = await startDelivery({ host: { retainDays: "x" }, channels: { webhook } });
  expect(await broken.setUp("--deliver", "webhook:ops")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Write the channel into it first."),
  });
});

test("setup() accepts the address of the page that failed to load", {
  timeout: 300_000,
}, async () => {
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
