// Requests over loopback → the files and the answers of hookwright record.
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../test/support/test-io.ts";
import { run } from "../run.ts";
// Loaded before the first test, whose time its import would take.
import "./record.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const CONFIG = JSON.stringify({
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    mappings: [
      {
        id: "signed",
        match: { path: "github" },
        auth: { provider: "github", secret: { env: "GITHUB_SECRET" } },
        messageTemplate: "{{action}}",
        transform: { module: "never.ts" },
      },
      { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}" },
    ],
  },
});
const ENV = { HOOK_TOKEN: TOKEN, GITHUB_SECRET: "the-secret-of-github-hooks" };

async function startRecord(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = createTempDir({ "hooks.json": CONFIG });
  const io = createTestIo({ env });
  const out = join(folder, "events");
  const config = args.includes("CONFIG") ? ["--config", join(folder, "hooks.json")] : [];
  const rest = args.filter((arg) => arg !== "CONFIG");
  const exit = run(["record", "--out", out, "--port", "0", ...config, ...rest], io);
  const stop = () => {
    io.signals.emit("SIGTERM");
    return exit;
  };
  onTestFinished(() => void stop());
  const [url] = await io.stderr.find(/http:\/\/\S+/);
  const post = (target: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(target, { method: "POST", body, headers });
  return { url, out, io, exit, stop, post };
}

test("record without a config prints a complete URL, answers 200 and writes the requests", async () => {
  const { url, out, io, stop, post } = await startRecord([]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\/NAME\?token=[\w-]{32}$/);
  const github = url.replace("NAME", "github");
  const token = new URL(url).searchParams.get("token") as string;
  const body = JSON.stringify({ action: "opened", sender: { email: "ann@acme.io" }, note: token });
  const answer = await post(github, body, { "x-github-event": "issues", cookie: "a=b" });
  expect([answer.status, await answer.text()]).toEqual([200, '{"ok":true}']);
  expect((await post(github.replace(token, "wrong"), body)).status).toBe(401);
  expect(await stop()).toBe(0);
  const file = join(out, "github/issues-opened-1.event.json");
  const written = JSON.parse(readFileSync(file, "utf8"));
  expect(written).toEqual({
    path: "github",
    headers: {
      "content-type": expect.any(String),
      "user-agent": "node",
      "x-github-event": "issues",
    },
    query: {},
    payload: { action: "opened", sender: { email: "person1@example.com" }, note: "***" },
    receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    recorded: {
      by: expect.stringMatching(/^hookwright \d/),
      redacted: [
        { path: "payload.sender.email", rule: "R5" },
        { path: "payload.note", rule: "R4" },
      ],
    },
  });
  expect(io.stdout.text()).toBe(
    `1 event recorded, 0 of known shapes skipped, 1 request refused.
Replaced:
  secrets of the config or the environment: 1
  people by the name of the key: 1
Short secrets below ordinary keys and names that occur only in texts are not recognized: read the files before you share them.
hookwright explain hooks.json5 --event ${file}\n`,
  );
});

test("record with a config checks its token and signatures, and answers as serve does", async () => {
  const { url, out, io, stop, post } = await startRecord(["CONFIG", "--json"], ENV);
  const at = (name: string) => url.replace("NAME", name);
  expect(url).not.toContain("token");
  const right = { authorization: `Bearer ${TOKEN}` };
  expect((await post(at("ci"), '{"job":"lint"}', right)).status).toBe(202);
  expect((await post(at("ci"), '{"job":"lint"}')).status).toBe(401);
  expect((await post(at("nobody"), "{}", right)).status).toBe(404);
  const body = '{"action":"opened"}';
  const signature = createHmac("sha256", ENV.GITHUB_SECRET).update(body).digest("hex");
  const signed = { "x-hub-signature-256": `sha256=${signature}`, "x-github-event": "ping" };
  expect((await post(at("github"), body, signed)).status).toBe(202);
  expect(
    (await post(at("github"), body, { ...signed, "x-hub-signature-256": "sha256=00" })).status,
  ).toBe(401);
  expect(await stop()).toBe(0);
  const files = [join(out, "ci/event-1.event.json"), join(out, "github/ping-opened-1.event.json")];
  expect(JSON.parse(io.stdout.text())).toEqual({
    schema: "hookwright.record/1",
    recorded: 2,
    leftOut: 0,
    refused: 3,
    replaced: {},
    files,
  });
  expect(readFileSync(files[1] as string, "utf8")).not.toContain(signature);
});

test("record writes at most --per-shape events of one shape into private files, and ends at --max", async () => {
  const { url, out, io, exit, post } = await startRecord(["--per-shape", "2", "--max", "3"]);
  for (const job of ["a", "b", "c"]) await post(url.replace("NAME", "ci"), JSON.stringify({ job }));
  await post(url.replace("NAME", "ci"), JSON.stringify({ job: 1 }));
  expect(await exit).toBe(0);
  expect(io.stdout.text()).toContain("3 events recorded, 1 of known shapes skipped");
  expect(readdirSync(join(out, "ci"))).toEqual([1, 2, 3].map((n) => `event-${n}.event.json`));
  expect(statSync(join(out, "ci/event-1.event.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(out, "ci")).mode & 0o777).toBe(0o700);
  expect(io.stdout.text()).toContain("\nNothing was replaced.\n");
});

test("record --forward passes requests with the token on, and returns that answer", async () => {
  const seen: string[] = [];
  const other = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      seen.push(`${request.url?.replace(/token=.*/, "token")} ${request.headers["x-a"]} ${body}`);
      response.writeHead(418, { "content-type": "text/plain" }).end("teapot");
    });
  });
  await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const { url, stop, post } = await startRecord(["--forward", `http://127.0.0.1:${port}/h/`]);
  const answer = await post(url.replace("NAME", "ci"), '{"a":1}', { "x-a": "b" });
  expect([answer.status, await answer.text()]).toEqual([418, "teapot"]);
  expect((await post(url.replace(/NAME.*/, "ci"), "{}")).status).toBe(401);
  expect(seen).toEqual(['/h/ci?token b {"a":1}']);
  await new Promise((resolve) => other.close(resolve).closeAllConnections());
  expect((await post(url.replace("NAME", "ci"), '{"a":1}')).status).toBe(502);
  await stop();
});

test("record exits with 2 for wrong arguments or a wrong config", async () => {
  const folder = createTempDir({ "bad.json": "{}" });
  const status = async (...args: string[]) =>
    run(["record", "--out", folder, "--port", "0", ...args], createTestIo());
  expect(await status("--forward", "nowhere")).toBe(2);
  expect(await status("--max", "many")).toBe(2);
  expect(await status("--config", join(folder, "bad.json"))).toBe(2);
});

test("record() reports on standard error what it writes, also with --json", async () => {
  const { url, io, stop, post } = await startRecord(["--json", "--max", "7"]);
  const ci = url.replace("NAME", "ci");
  for (const job of ["lint", "test"]) await post(ci, JSON.stringify({ job }));
  expect(await stop()).toBe(0);
  const counts = [...io.stderr.text().matchAll(/^Recorded \S+ (\(.*\))$/gm)].map(
    ([, text]) => text,
  );
  expect(counts).toEqual(["(1 of 7)", "(2 of 7)"]);
  expect(JSON.parse(io.stdout.text())).toMatchObject({ recorded: 2 });
});

test("record refuses a path that is not a folder before it listens, and reports a lost event", async () => {
  const folder = createTempDir({ file: "text" });
  const io = createTestIo();
  expect(await run(["record", "--out", join(folder, "file"), "--port", "0"], io)).toBe(1);
  expect(io.stderr.text()).toMatch(/^error Cannot write into .*EEXIST/);
  const { url, out, io: own, stop, post } = await startRecord([]);
  rmSync(out, { recursive: true });
  writeFileSync(out, "");
  expect((await post(url, "{}")).status).toBe(500);
  expect(own.stderr.text()).toMatch(/An event is lost.* E\w+\./);
  expect(await stop()).toBe(1);
});
