// gmail run against the local Google and a hook on a real socket.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FakeGoogle, startFakeGoogle } from "@hookwright/fake-google";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { type Gateway, startGateway } from "../../../test/support/gateway.ts";
import { createTestIo, type TestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";

const account = "you@gmail.com";
const TOKEN = "a-token-of-more-than-24-characters";

/** What the command imports late takes long where the machine is busy. */
beforeAll(async () => {
  await import("./run.ts");
}, 120_000);

interface Parts {
  readonly google: FakeGoogle;
  readonly gateway: Gateway;
  readonly dir: string;
  readonly start: (...args: readonly string[]) => Run;
}

interface Run {
  readonly io: TestIo;
  readonly exit: Promise<number>;
  readonly stop: () => Promise<number>;
}

async function setUp(gmail: object = {}, answer = 202): Promise<Parts> {
  const google = await startFakeGoogle();
  onTestFinished(() => google.close());
  const gateway = await startGateway([{ status: answer, body: "{}" }]);
  const dir = createTempDir({
    "hooks.json": JSON.stringify({
      hooks: {
        enabled: true,
        token: { env: "HOOK_TOKEN" },
        presets: ["gmail"],
        mappings: [
          {
            match: { path: "github" },
            auth: { provider: "github", secret: { env: "NOT_HERE" } },
            messageTemplate: "x",
          },
        ],
        gmail: {
          ...{ account, credentials: { file: "login.json" } },
          hookUrl: `${gateway.url}/gmail`,
          ...gmail,
        },
      },
    }),
    "login.json": JSON.stringify(google.oauth.logIn()),
  });
  const start: Parts["start"] = (...args) => {
    const io = createTestIo({ env: { HOOK_TOKEN: TOKEN, ...google.environment } });
    const paths = ["--config", join(dir, "hooks.json"), "--state", join(dir, "state")];
    const exit = run(["gmail", "run", ...paths, ...args], io);
    const stop = (): Promise<number> => {
      io.signals.emit("SIGTERM");
      return exit;
    };
    onTestFinished(() => void stop());
    return { io, exit, stop };
  };
  return { google, gateway, dir, start };
}

async function startAndStop(start: Parts["start"]): Promise<void> {
  const first = start();
  await first.io.stderr.find(/from now on are posted/);
  expect(await first.stop()).toBe(0);
}

test("gmail run posts mails with the hook token in a header, and prints no secret", async () => {
  const { google, gateway, dir, start } = await setUp();
  await startAndStop(start);
  const id = google.gmail.deliver({ subject: "Hi", text: "It's me" });
  const second = start("--json");
  await second.io.stderr.find(/"event":"mail_posted"/);
  expect(await second.stop()).toBe(0);
  expect(gateway.calls).toMatchObject([
    {
      path: "/hooks/gmail",
      headers: { authorization: `Bearer ${TOKEN}`, "idempotency-key": `gmail:${account}:${id}` },
      body: { source: "gmail", account, messages: [{ id, subject: "Hi", body: "It's me" }] },
    },
  ]);
  const lines = second.io.stderr.text().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).type)).toContain("mail");
  expect(second.io.exits).toEqual([12_000]);
  const written = readAll(join(dir, "state"));
  for (const secret of [...google.oauth.secrets(), TOKEN]) {
    expect(second.io.stderr.text() + second.io.stdout.text() + written).not.toContain(secret);
  }
});

function readAll(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(0);
  return files.map((path) => readFileSync(path, "utf8")).join("\n");
}

test("gmail run exits with 3 if a new login is needed, and says how to log in", async () => {
  const { google, start } = await setUp();
  google.oauth.revoke();
  const { io, exit } = start();
  expect(await exit).toBe(3);
  expect(io.stderr.text()).toContain(
    "you@gmail.com: The run ended: Google no longer accepts the login.",
  );
  expect(io.stderr.text()).toContain("hookwright gmail setup");
});

test("gmail run exits with 1 and says what to change if the host refuses", async () => {
  const { google, start } = await setUp({}, 404);
  await startAndStop(start);
  const id = google.gmail.deliver();
  const { io, exit } = start();
  expect(await exit).toBe(1);
  expect(io.stderr.text()).toContain(`The mail ${id} was not taken: the host answered 404`);
  expect(io.stderr.text()).toContain("hooks.presets");
  const skipping = start("--skip", id, "--json");
  await skipping.io.stderr.find(/"run_started"/);
  expect(await skipping.stop()).toBe(0);
});

test("gmail run reports all problems of hooks.gmail together with those of the config", async () => {
  const lacking = await setUp({ account: "me", hookUrl: "x" });
  const { io, exit } = lacking.start("--mode", "pull");
  expect(await exit).toBe(1);
  for (const key of ["account", "hookUrl", "topic", "subscription"]) {
    expect(io.stderr.text()).toContain(`error hooks.gmail.${key} `);
  }
  const wrong = await setUp({ lable: "INBOX" });
  const other = wrong.start();
  expect(await other.exit).toBe(1);
  expect(other.io.stderr.text()).toContain("lable");
});

test("gmail run refuses unknown modes", async () => {
  const { start } = await setUp();
  expect(await start("--mode", "imap").exit).toBe(2);
});
