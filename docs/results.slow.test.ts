// The config, the request and the script of docs/results.md, run against a served host.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseConfigText } from "@hookwright/config";
import { expect, onTestFinished, test } from "vitest";
import { startServe } from "../packages/cli/test/support/start-serve.ts";
import { startModel } from "../packages/host/test/runners/start-model.ts";
import { readFences } from "./tools/fences.ts";

const execute = promisify(execFile);
const fences = readFences(readFileSync(new URL("results.md", import.meta.url), "utf8"));
const codesOf = (language: string) =>
  fences.filter((fence) => fence.language === language).map(({ code }) => code);
const [config = "{}"] = codesOf("json5");
const [request = "", script = ""] = codesOf("sh");
const [answer = ""] = codesOf("json");

const HOOK_TOKEN = "a-token-of-more-than-24-characters";

/** The config of the page with a runner, which it leaves out. */
async function serve(): Promise<NodeJS.ProcessEnv> {
  const { baseUrl } = await startModel({
    answer: () => "All green.",
    fault: ({ text }) =>
      text.includes("Fail.") ? { kind: "refuse", status: 400, code: "bad" } : undefined,
  });
  // The path of a socket is short, so the folder is directly below the temporary one.
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await parseConfigText(config, { filename: "hooks.json5" });
  const written = document.config as { readonly host: object };
  const file = join(folder, "hooks.json");
  const agents = { defaults: { model: "local", heartbeat: { every: "0m" } } };
  const host = { ...written.host, runner: { http: { baseUrl } } };
  writeFileSync(file, JSON.stringify({ ...written, agents, host }));
  const args = ["--config", file, "--dispatch", "host", "--state-folder", join(folder, "state")];
  const { url } = await startServe(args, { env: { HOOK_TOKEN } });
  return { PATH: process.env["PATH"], HOOKS: url, HOOK_TOKEN, BUILD: "7-1" };
}

test("the request of results.md gets the answer that the page shows", async () => {
  const env = await serve();
  const { stdout } = await execute("sh", ["-c", request], { env });
  expect(stdout.replace(/"runId":"[^"]+"/, '"runId":"…"')).toBe(answer.trim());
});

test("ask.sh of results.md prints the end of the run, gets it again for the same build, and fails if the run dies", async () => {
  const env = await serve();
  const first = await execute("sh", ["-c", script], { env });
  expect(first.stdout).toMatch(/"state":"done","text":"All green\."/);
  expect((await execute("sh", ["-c", script], { env })).stdout).toBe(first.stdout);
  const failing = script.replace("Run the tests.", "Fail.");
  const failed = await execute("sh", ["-c", failing], { env: { ...env, BUILD: "7-2" } }).catch(
    (error: { readonly code: number; readonly stdout: string }) => error,
  );
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('"state":"dead"') });
});
