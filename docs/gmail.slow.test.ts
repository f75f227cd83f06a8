// docs/gmail.md, done as a new user does it: every command, in an empty folder, with a local Google.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setValue } from "@hookwright/config";
import { type FakeGoogle, startFakeGoogle } from "@hookwright/fake-google";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo, type TestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const page = await readFile(fileURLToPath(new URL("gmail.md", import.meta.url)), "utf8");
const commands = readFences(page)
  .filter(({ language }) => language === "sh")
  .flatMap(({ code }) => code.trim().split("\n"))
  .map((command) => command.replace(/^npx /, ""));
const executed = new Set<string>();

/** Commands of other programs. */
const NOT_OURS = [
  "npm install hookwright @hookwright/gmail @hookwright/host",
  "ssh -L 8085:127.0.0.1:8085 you@server",
];

interface Started {
  readonly io: TestIo;
  readonly stop: () => Promise<number>;
}

interface Reader {
  readonly google: FakeGoogle;
  readonly dir: string;
  readonly path: (name: string) => string;
  /** Runs the matching command of the page, which ends by itself. */
  readonly follow: (pattern: RegExp, extra?: readonly string[]) => Promise<TestIo>;
  readonly start: (pattern: RegExp, extra?: readonly string[]) => Started;
}

async function createReader(): Promise<Reader> {
  const google = await startFakeGoogle({ delegatedAccounts: ["you@gmail.com"], pullWaitMs: 50 });
  onTestFinished(() => google.close());
  const dir = createTempDir({
    "client.json": JSON.stringify(google.oauth.clientFile()),
    "key.json": JSON.stringify(google.oauth.createServiceAccount()),
  });
  const path = (name: string): string => join(dir, name);
  const env = { ...google.environment, XDG_STATE_HOME: path("xdg") };
  const begin = (
    pattern: RegExp,
    extra: readonly string[],
  ): { io: TestIo; exit: Promise<number> } => {
    const command = commands.find((one) => pattern.test(one));
    if (command === undefined) throw new Error(`The page has no command that matches ${pattern}.`);
    executed.add(command);
    const words = command.split(/\s+/).slice(1);
    // Tests cannot change their folder.
    const args = words.map((word, at) =>
      /^[\w-]+\.json5?$/.test(word) || words[at - 1] === "--state-folder" ? path(word) : word,
    );
    const io = createTestIo({ env });
    const exit = run([...args, ...extra], io);
    if (command.includes("--client") && !command.includes("--dry-run")) void consent(io, exit);
    return { io, exit };
  };
  return {
    google,
    dir,
    path,
    follow: async (pattern, extra = []) => {
      const { io, exit } = begin(pattern, extra);
      expect([await exit, io.stdout.text()]).toEqual([0, expect.any(String)]);
      return io;
    },
    start: (pattern, extra = []) => {
      const { io, exit } = begin(pattern, extra);
      const stop = (): Promise<number> => {
        io.signals.emit("SIGTERM");
        return exit;
      };
      onTestFinished(() => void stop());
      return { io, stop };
    },
  };
}

/** Opens the page that is printed, unless the previous login is still valid. */
async function consent(io: TestIo, exit: Promise<number>): Promise<void> {
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const address = /^ {2}(http\S+)$/m.exec(io.stderr.text())?.[1];
    if (address !== undefined) {
      await (await fetch(address)).text();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function expectRun(
  reader: Reader,
  runs: RegExp,
  { stateFolder = "xdg/hookwright", isPoll = false } = {},
): Promise<void> {
  const port = await freePort();
  const config = reader.path("hooks.json5");
  const value = `http://127.0.0.1:${port}/hooks/gmail`;
  const edited = await setValue(readFileSync(config, "utf8"), {
    path: ["hooks", "gmail", "hookUrl"],
    value,
  });
  if (edited.ok) writeFileSync(config, edited.text);
  const { io: serve } = reader.start(/^hookwright serve /, ["--port", String(port)]);
  await expect.poll(() => serve.stderr.text()).toMatch(/Listening on/);
  const { io: mail, stop } = reader.start(runs);
  await expect.poll(() => mail.stderr.text() + mail.stdout.text()).toContain("are posted");
  // Mail after the first check is new.
  const statePath = reader.path(join(stateFolder, "gmail/you@gmail.com/state.json"));
  await expect
    .poll(() => existsSync(statePath) && readFileSync(statePath, "utf8"))
    .toContain("cursor");
  reader.google.gmail.deliver({ from: "Ann <ann@example.org>", subject: "Lunch on Friday?" });
  if (isPoll) {
    // A restarted run checks at once, not after a minute.
    expect(await stop()).toBe(0);
    reader.start(runs);
  }
  await expect.poll(() => serve.stdout.text()).toContain("Lunch on Friday?");
}

const LONG = { timeout: 180_000 };

test(
  "docs/gmail.md leads from an empty folder to a run about a mail, by pull, and back",
  LONG,
  async () => {
    const reader = await createReader();
    const { follow, google, path } = reader;
    await follow(/--client client.json --dry-run$/);
    expect([existsSync(path("hooks.json5")), google.requests]).toEqual([false, []]);
    await follow(/^hookwright gmail setup hooks.json5 \S+ \S+ --client client.json$/);
    const channel = { path: ["channels"], value: { webhook: { url: "http://127.0.0.1:9/in" } } };
    const config = readFileSync(path("hooks.json5"), "utf8");
    const withChannel = await setValue(config, channel);
    if (withChannel.ok) writeFileSync(path("hooks.json5"), withChannel.text);
    await follow(/--deliver webhook:ops$/);
    expect(readFileSync(path("hooks.json5"), "utf8")).toContain('defaultTo: "ops"');
    writeFileSync(path("hooks.json5"), config);
    // The config on the page is the one that was made.
    const shown = readFences(page)
      .find(({ language }) => language === "json5")
      ?.code.trim();
    const made = readFileSync(path("hooks.json5"), "utf8").trim();
    expect(made.replace(path("xdg"), "~/.local/state")).toBe(shown);
    await expectRun(reader, /^hookwright gmail run hooks.json5$/);
  },
);

test("docs/gmail.md stops what it began", LONG, async () => {
  const { follow, path } = await createReader();
  await follow(/^hookwright gmail setup hooks.json5 \S+ \S+ --client client.json$/);
  await follow(/--port 8085$/, ["--port", "0"]);
  await follow(/^hookwright gmail stop hooks.json5 \S+ \S+$/);
  const { stdout } = await follow(/^hookwright gmail stop .*--revoke$/);
  expect(stdout.text()).toContain("The login is revoked at Google.");
  expect(existsSync(path("xdg/hookwright/gmail/you@gmail.com"))).toBe(false);
});

test(
  "docs/gmail.md leads to a run about a mail by polling, with a state folder of its own",
  LONG,
  async () => {
    const reader = await createReader();
    await reader.follow(/--state-folder state$/);
    await reader.follow(/--mode poll$/, ["--state-folder", reader.path("state")]);
    await expectRun(reader, /^hookwright gmail run .*--state-folder state$/, {
      stateFolder: "state",
      isPoll: true,
    });
  },
);

test("docs/gmail.md sets up push", LONG, async () => {
  const { follow, path } = await createReader();
  await follow(/--mode push/);
  expect(readFileSync(path("hooks.json5"), "utf8")).toContain('mode: "push"');
});

test("docs/gmail.md takes a copied login and a key", LONG, async () => {
  const { follow, path } = await createReader();
  await follow(/^hookwright gmail setup hooks.json5 \S+ \S+ --client client.json$/);
  // The login is copied to another machine.
  const folder = path("xdg/hookwright/gmail/you@gmail.com");
  renameSync(join(folder, "login.json"), path("login.json"));
  rmSync(path("xdg"), { recursive: true });
  rmSync(path("hooks.json5"));
  await follow(/--credentials login.json$/);
  expect(readFileSync(path("hooks.json5"), "utf8")).toContain("login.json");
  const key = await createReader();
  await key.follow(/--credentials key.json$/);
});

test("docs/gmail.md has no other command", () => {
  expect(commands.filter((one) => !executed.has(one))).toEqual(NOT_OURS);
});
