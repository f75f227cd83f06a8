// serve --mail: mails go straight into the hooks of the server, and a login that ended does not end it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfigFile } from "@hookwright/config";
import type { Receiver } from "@hookwright/core/ingress";
import { type FakeGoogle, startFakeGoogle } from "@hookwright/fake-google";
import type { MailLogEntry } from "@hookwright/gmail";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { createHosted } from "../../../test/support/hosted.ts";
import { createTestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";
import { createMailServer } from "./serve-mail.ts";

const TOKEN = "a-token-of-more-than-24-characters";

async function setUp(gmail: object = {}) {
  const google = await startFakeGoogle();
  onTestFinished(() => google.close());
  const dir = createTempDir({
    "hooks.json": JSON.stringify({
      hooks: {
        enabled: true,
        token: { env: "HOOK_TOKEN" },
        presets: ["gmail"],
        gmail: { account: "you@gmail.com", credentials: { file: "login.json" }, ...gmail },
      },
    }),
  });
  const config = join(dir, "hooks.json");
  const logIn = () => writeFileSync(join(dir, "login.json"), JSON.stringify(google.oauth.logIn()));
  logIn();
  const newIo = () => createTestIo({ env: { HOOK_TOKEN: TOKEN, ...google.environment } });
  const serve = (...args: readonly string[]) => {
    const io = newIo();
    const fixed = ["--config", config, "--port", "0", "--state-folder", join(dir, "state")];
    const exit = run(["serve", "--mail", ...fixed, ...args], io);
    const stop = (): Promise<number> => {
      io.signals.emit("SIGTERM");
      return exit;
    };
    onTestFinished(() => void stop());
    return { io, exit, stop };
  };
  return { google, dir, config, logIn, newIo, serve };
}

const LONG = { timeout: 300_000 };

test("serve --mail carries out each mail once, without a connection to itself", async () => {
  const { google, serve } = await setUp();
  const first = serve();
  await first.io.stderr.find(/from now on are posted/);
  expect(await first.stop()).toBe(0);
  google.gmail.deliver({ subject: "Lunch on Tuesday" });
  const second = serve();
  await second.io.stdout.find(/Lunch on Tuesday/);
  await second.stop();
  google.gmail.deliver({ subject: "And on Wednesday" });
  const third = serve("--json");
  await third.io.stdout.find(/And on Wednesday/);
  await third.stop();
  expect(third.io.stdout.text()).not.toContain("Lunch on Tuesday");
  const output = [first, second, third].map(({ io }) => io.stderr.text()).join("\n");
  expect(output).toContain('"event":"run_started"');
  for (const secret of [TOKEN, ...google.oauth.secrets()]) expect(output).not.toContain(secret);
});

test("serve --mail continues without a login, and reports it in /healthz and in gmail status", async () => {
  const { google, dir, serve } = await setUp();
  google.oauth.revoke();
  const { io, stop } = serve("--admin", "0");
  await io.stderr.find(
    /you@gmail.com: The mailbox is not watched now: Google no longer accepts the login/,
  );
  const url = /(http:\S+)\/healthz/.exec(io.stderr.text())?.[1] ?? "";
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({
    status: "degraded",
    reasons: [expect.stringContaining("hookwright gmail setup")],
  });
  const statusIo = createTestIo();
  expect(await run(["gmail", "status", "--state", join(dir, "state")], statusIo)).toBe(1);
  expect(statusIo.stdout.text()).toContain("! Google no longer accepts the login.");
  expect(await stop()).toBe(0);
});

/** A mailbox, and a host with a model and a channel: `write` writes its config, with further keys of the channel. */
async function setUpHosted() {
  const { config: text, messages } = await createHosted();
  const { channels, host, agents } = JSON.parse(text);
  agents.defaults.heartbeat = { every: "0m", target: "none" };
  const { google, config, serve } = await setUp();
  const { hooks } = JSON.parse(readFileSync(config, "utf8"));
  const write = (more: object = {}): void => {
    const webhook = { ...channels.webhook, ...more };
    writeFileSync(config, JSON.stringify({ hooks, channels: { webhook }, host, agents }));
  };
  return { google, messages, serve, write };
}

test("serve --mail with a host warns before the first mail, and sends all answers once the line is written", {
  tags: "DEL-3",
}, async () => {
  const { google, messages, serve, write } = await setUpHosted();
  const hosted = ["--dispatch", "host", "--admin", "0"];
  write();
  const first = serve(...hosted);
  await first.io.stderr.find(/the answers of 1 mapping \("gmail"\) go to nobody/);
  await first.io.stderr.find(/from now on are posted/);
  await first.stop();
  write({ defaultTo: "ops" });
  const second = serve(...hosted);
  await second.io.stderr.find(/from now on are posted|are posted \(mode/);
  for (let at = 0; at < 20; at++) google.gmail.deliver({ subject: `Lunch ${at}` });
  await vi.waitFor(() => expect(messages).toHaveLength(20), LONG);
  expect(new Set(messages.map(({ to }) => to))).toEqual(new Set(["ops"]));
  await second.stop();
  expect(second.io.stderr.text()).not.toContain("go to nobody");
});

test("serve --mail as a standby watches the mailbox once it has the store, and not before", {
  tags: "REC-2",
}, async () => {
  const { google, messages, serve, write } = await setUpHosted();
  write({ defaultTo: "ops" });
  const standby = ["--dispatch", "host", "--standby", "--lease", "60"];
  const first = serve(...standby);
  await first.io.stderr.find(/from now on are posted/);
  const second = serve(...standby);
  await second.io.stderr.find(/Standing by at/);
  google.gmail.deliver({ subject: "Lunch on Tuesday" });
  expect(await first.stop()).toBe(0);
  // The first look of a start finds what came since that of the process before; later ones are a minute apart.
  await second.io.stderr.find(/Listening on[\s\S]*are posted/);
  await vi.waitFor(() => expect(messages).toHaveLength(1), LONG);
  expect(await second.stop()).toBe(0);
  const [before = ""] = second.io.stderr.text().split("Listening on");
  expect(before).toContain("Standing by at");
  expect(before).not.toContain("posted");
});

/** A server that takes every mail. */
function createReceiver(): { readonly ingress: Receiver; readonly subjects: string[] } {
  const subjects: string[] = [];
  const ingress = {
    receive: async ({ readBody }) => {
      const body = await readBody({ maxBytes: 1_000_000 } as never);
      const { bytes } = body as { readonly bytes: Uint8Array };
      subjects.push(JSON.parse(Buffer.from(bytes).toString()).messages[0].subject);
      return { status: 202, headers: {}, body: "" };
    },
  } as Receiver;
  return { ingress, subjects };
}

async function startMail(
  parts: { readonly google: FakeGoogle } & Awaited<ReturnType<typeof setUp>>,
) {
  const { config, dir, newIo } = parts;
  const entries: MailLogEntry[] = [];
  const { ingress, subjects } = createReceiver();
  const mail = createMailServer({
    report: await loadConfigFile(config),
    config,
    stateFolder: join(dir, "state"),
    io: newIo(),
    log: { mail: (entry) => void entries.push(entry) },
    loginEveryMs: 5,
  });
  mail.start(ingress, "/hooks");
  onTestFinished(mail.stop);
  const untilEvent = (event: string) =>
    vi.waitFor(() => expect(entries.map((entry) => entry.event)).toContain(event), LONG);
  return { mail, subjects, entries, untilEvent };
}

test("createMailServer() catches up after a new login, without a restart", async () => {
  const parts = await setUp();
  const first = await startMail(parts);
  await first.untilEvent("first_look");
  await first.mail.stop();
  parts.google.oauth.revoke();
  parts.google.gmail.deliver({ subject: "While nobody was logged in" });
  const second = await startMail(parts);
  await second.untilEvent("needs_login");
  expect(second.mail.reasons()).toEqual([expect.stringContaining("is not watched now")]);
  parts.logIn();
  await vi.waitFor(() => expect(second.subjects).toEqual(["While nobody was logged in"]), LONG);
  expect(second.entries.map(({ event }) => event)).toContain("login_changed");
  expect(second.mail.reasons()).toEqual([]);
  await second.mail.stop();
});

test("createMailServer() watches the login in the state folder if the config names none", async () => {
  const parts = await setUp();
  const text = readFileSync(parts.config, "utf8");
  const { hooks } = JSON.parse(text);
  delete hooks.gmail.credentials;
  writeFileSync(parts.config, JSON.stringify({ hooks }));
  const { mail, untilEvent } = await startMail(parts);
  await untilEvent("needs_login");
  const login = JSON.stringify(parts.google.oauth.logIn());
  const path = join(parts.dir, "state", "gmail", "you@gmail.com", "login.json");
  writeFileSync(path, login, { mode: 0o600 });
  await untilEvent("first_look");
  await mail.stop();
});

test("createMailServer() reports what stopped the flow, and stops at once while it waits", async () => {
  const parts = await setUp({ label: "No such label" });
  const { mail, untilEvent } = await startMail(parts);
  // The first look takes a cursor; the label is asked for by the next one.
  await untilEvent("first_look");
  await mail.stop();
  const again = await startMail(parts);
  await again.untilEvent("stopped");
  expect(again.mail.reasons()[0]).toContain("No such label");
  await again.mail.stop();
});

test("serve --mail needs hooks.gmail, and uses its own state folder", async () => {
  const { serve } = await setUp({ account: "nobody" });
  const { io, exit } = serve();
  expect(await exit).toBe(1);
  expect(io.stderr.text()).toContain("hooks.gmail.account is not a mail address.");
});
