// Every command with --json → one object, which begins with the name of its form.
import { createHmac } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFakeGoogle } from "@hookwright/fake-google";
import type { Command } from "commander";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { createProgram } from "../src/program.ts";
import { run } from "../src/run.ts";
import { createHosted, TOKEN } from "./support/hosted.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo, type TestInput, type TestIo } from "./support/test-io.ts";

/** They print a log, line by line, and no report. */
const LOGS = ["serve", "gmail-run"];

/** Those of options, beside those of commands. */
const OF_OPTIONS = [
  ...["send-list", "send-handshake"],
  ...["runs-retry-many", "runs-cancel-many", "deliveries-retry-many", "deliveries-cancel-many"],
];

const TIME = { timeout: 300_000 };

interface Answer {
  readonly schema: string;
  readonly [key: string]: unknown;
}

const seen = new Set<string>();

function readAnswer(io: TestIo): Answer {
  const text = io.stdout.text();
  if (text === "") throw new Error(`Nothing was printed: ${io.stderr.text()}`);
  const answer = JSON.parse(text);
  expect(text.endsWith("\n")).toBe(true);
  expect(Object.keys(answer)[0]).toBe("schema");
  seen.add(answer.schema);
  return answer;
}

async function ask(args: readonly string[], input: TestInput = {}): Promise<Answer> {
  const io = createTestIo(input);
  await run([...args, "--json"], io);
  return readAnswer(io);
}

const formOf = (command: string): string => `hookwright.${command}/1`;

test("every command with --json prints one object that begins with its schema", TIME, async () => {
  await askAuthors();
  await askSenders();
  await askOperators();
  await askMail();
  const wanted = commandsOf(createProgram(createTestIo(), () => undefined));
  expect([...seen].sort()).toEqual([...wanted, ...OF_OPTIONS].map(formOf).sort());
});

/** `runs-show`, for all that have the option but those that print a log. */
function commandsOf(command: Command, names: readonly string[] = []): readonly string[] {
  const own = names.join("-");
  const hasJson = command.options.some(({ long }) => long === "--json") && !LOGS.includes(own);
  const inner = command.commands.flatMap((one) => commandsOf(one, [...names, one.name()]));
  return [...(hasJson ? [own] : []), ...inner];
}

async function askAuthors(): Promise<void> {
  const dir = createTempDir({
    "hooks.yaml": `hooks: { mappings: [{ id: ci, match: { path: ci }, messageTemplate: "{{job}}" }] }`,
    "hooks.test.yaml": "cases: [{ name: a, event: { path: ci }, expect: { mapping: ci } }]",
    "events/a.event.json": '{ "path": "ci", "payload": { "job": "lint" } }',
  });
  const config = join(dir, "hooks.yaml");
  await ask(["init", join(dir, "new"), "--providers", "gmail"]);
  await ask(["check", config]);
  await ask(["build", config, "--out", join(dir, "plan.json")]);
  await ask(["explain", config, "--name", "ci"]);
  const payload = join(dir, "payload.json");
  writeFileSync(payload, '{ "job": "lint" }');
  await ask(["event", payload, "--name", "ci"]);
  await ask(["test", dir]);
  await ask(["test", dir, "--mutate"]);
  await ask(["diff", config, config, "--events", join(dir, "events")]);
  const io = createTestIo();
  const recorded = run(["record", "--out", join(dir, "recorded"), "--port", "0", "--json"], io);
  await io.stderr.find(/Listening/);
  io.signals.emit("SIGTERM");
  await recorded;
  readAnswer(io);
}

async function askSenders(): Promise<void> {
  const secret = "the-secret-of-github-hooks";
  const signature = createHmac("sha256", secret).update("{}").digest("hex");
  const head = `POST /hooks/github HTTP/1.1\r\nhost: a.example\r\nx-hub-signature-256: sha256=${signature}`;
  const dir = createTempDir({ "request.http": `${head}\r\ncontent-length: 2\r\n\r\n{}` });
  const env = { SECRET: secret };
  const from = ["--secret-env", "SECRET"];
  const http = join(dir, "request.http");
  await ask(["verify", "--http", http, "--provider", "github", ...from], { env });
  await ask(["send", "--list"]);
  await ask(["send", "github", "--http", join(dir, "sent.http"), ...from], { env });
  const { url } = await startServe(["--config", await writeHosted(dir)]);
  await ask(["send", "github", "--to", `${url}/github`, ...from], { env });
  await ask(["send", "slack", "--handshake", "--to", `${url}/github`, ...from], { env });
}

async function writeHosted(dir: string): Promise<string> {
  const { config } = await createHosted();
  const file = join(dir, "hooks.json5");
  writeFileSync(file, config);
  return file;
}

async function askOperators(): Promise<void> {
  const { config, messages } = await createHosted();
  const dir = createTempDir({ "hooks.json5": config });
  const file = join(dir, "hooks.json5");
  const state = ["--state-folder", join(dir, "state")];
  const host = await startServe(["--config", file, "--dispatch", "host", ...state]);
  const headers = { authorization: `Bearer ${TOKEN}` };
  await fetch(`${host.url}/github`, { method: "POST", headers, body: '{"pusher":{}}' });
  await vi.waitFor(() => expect(messages).toHaveLength(2), { timeout: 60_000 });
  const of = (...args: readonly string[]) => ask([...args, ...state]);
  const first = async (list: string): Promise<string> => {
    const { [list]: all } = await of(list);
    return (all as readonly [{ readonly id: string }])[0].id;
  };
  await of("show", await first("requests"));
  await of("send-test", "webhook", "--to", "me");
  await of("heartbeat", "now");
  await of("heartbeat", "last");
  await of("heartbeat");
  await of("pause", "channel", "webhook");
  await of("status");
  await of("resume", "channel", "webhook");
  await of("route", "set", "webhook:ops");
  await of("route", "list");
  await of("sessions");
  await of("sessions", "show", "hook:github");
  await of("events", "show", await first("events"));
  await of("runs", "show", await first("runs"));
  await of("deliveries", "show", await first("deliveries"));
  await of("reload");
  // The delivery of the heartbeat has to end before it can be repeated.
  await vi.waitFor(() => expect(messages).toHaveLength(4), { timeout: 60_000 });
  await host.stop();
  // What is repeated now waits until it is cancelled.
  const { runId } = await of("runs", "retry", await first("runs"));
  await of("runs", "cancel", String(runId));
  const again = ["deliveries", "retry", await first("deliveries"), "--config", file];
  const { deliveryId } = await of(...again, "--to", "other");
  await of("deliveries", "cancel", String(deliveryId));
  for (const list of ["runs", "deliveries"]) {
    for (const change of ["retry", "cancel"]) await of(list, change, "--state", "queued");
  }
  await of("sessions", "forget", "hook:github");
}

async function askMail(): Promise<void> {
  const google = await startFakeGoogle();
  onTestFinished(() => google.close());
  const dir = createTempDir({ "client.json": JSON.stringify(google.oauth.clientFile()) });
  const state = ["--state", join(dir, "state")];
  mkdirSync(join(dir, "state"), { mode: 0o700 });
  const account = ["--account", "you@gmail.com", "--config", join(dir, "hooks.json5"), ...state];
  const client = ["--client", join(dir, "client.json")];
  const input = { env: google.environment };
  await ask(["gmail", "setup", ...account, ...client, "--dry-run"], input);
  await ask(["gmail", "status", ...state], input);
  await ask(["gmail", "stop", ...account], input);
}
