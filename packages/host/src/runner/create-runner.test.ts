import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRunner } from "./create-runner.ts";

function problemsOf(settings: Record<string, unknown>): readonly (readonly [string, string])[] {
  const result = createRunner(settings, { secrets: () => undefined });
  if (result.ok) return [];
  return result.problems.map(({ code, path }) => [code, path.join(".")] as const);
}

test("createRunner() names the two lines that are missing where nothing is set, and the one without a model", () => {
  for (const settings of [undefined, {}, { http: undefined }]) {
    const result = createRunner(settings);
    expect(result).toMatchObject({ ok: false, problems: [{ code: "runner_missing" }] });
    const hint = result.ok ? "" : (result.problems[0]?.hint ?? "");
    expect(hint.split("\n").slice(1)).toEqual([
      expect.stringContaining("host: { runner: { http: { baseUrl:"),
      expect.stringContaining("agents: { defaults: { model:"),
      expect.stringContaining('"action": "deliver"'),
      expect.stringContaining('host: { runner: { command: { command: "false" } } }'),
    ]);
  }
});

test.each([
  [{ http: {}, command: {} }, [["runner_setting_invalid", "host.runner"]]],
  [{ https: {} }, [["runner_setting_invalid", "host.runner"]]],
  [{ http: "x" }, [["runner_setting_invalid", "host.runner"]]],
  [{ http: {} }, [["runner_setting_missing", "host.runner.http.baseUrl"]]],
  [
    { http: { baseURL: "http://x/v1" } },
    [
      ["runner_setting_invalid", "host.runner.http.baseURL"],
      ["runner_setting_missing", "host.runner.http.baseUrl"],
    ],
  ],
  [{ http: { baseUrl: "ftp://x" } }, [["runner_setting_invalid", "host.runner.http.baseUrl"]]],
  [{ http: { baseUrl: "local" } }, [["runner_setting_invalid", "host.runner.http.baseUrl"]]],
  [{ http: { baseUrl: "http://a:b@x" } }, [["runner_setting_invalid", "host.runner.http.baseUrl"]]],
  [
    { http: { baseUrl: "http://x/v1/chat/completions" } },
    [["runner_setting_invalid", "host.runner.http.baseUrl"]],
  ],
  [
    { http: { baseUrl: "http://x", apiKey: { env: "NO_KEY" } } },
    [["secret_missing", "host.runner.http.apiKey"]],
  ],
  [
    {
      http: {
        baseUrl: "http://x",
        apiKey: 7,
        api: "messages",
        model: " ",
        models: { a: 1 },
        headers: { a: "b\nc", d: [] },
        stream: "no",
        silenceSeconds: 291,
        extraBody: [],
        thinkingLevels: ["hard"],
      },
    },
    [
      ["runner_setting_invalid", "host.runner.http.silenceSeconds"],
      ["runner_setting_invalid", "host.runner.http.apiKey"],
      ["runner_setting_invalid", "host.runner.http.api"],
      ["runner_setting_invalid", "host.runner.http.model"],
      ["runner_setting_invalid", "host.runner.http.models.a"],
      ["runner_setting_invalid", "host.runner.http.headers.a"],
      ["runner_setting_invalid", "host.runner.http.headers.d"],
      ["runner_setting_invalid", "host.runner.http.thinkingLevels.0"],
      ["runner_setting_invalid", "host.runner.http.stream"],
      ["runner_setting_invalid", "host.runner.http.extraBody"],
    ],
  ],
  [
    { command: {} },
    [
      ["runner_setting_missing", "host.runner.command.preset"],
      ["runner_setting_missing", "host.runner.command.home"],
    ],
  ],
  [
    { command: { preset: "gpt", home: "/x", command: [] } },
    [
      ["runner_setting_invalid", "host.runner.command.preset"],
      ["runner_setting_invalid", "host.runner.command.command"],
    ],
  ],
])("createRunner() reports what is wrong with %j", (settings, expected) => {
  const sorted = (all: readonly unknown[]) => all.map(String).sort();
  expect(sorted(problemsOf(settings))).toEqual(sorted(expected));
});

test("createRunner() makes an HTTP runner, whose secrets come through the port", async () => {
  const sent: Headers[] = [];
  const result = createRunner(
    {
      http: {
        baseUrl: "http://local/v1",
        apiKey: "${KEY}",
        model: "m",
        headers: { "x-org": { env: "ORG" } },
        silenceSeconds: 5,
        thinkingLevels: ["high", "low"],
      },
    },
    {
      secrets: (reference) => ("env" in reference ? `secret of ${reference.env}` : undefined),
      fetch: async (_input, init) => {
        sent.push(new Headers(init?.headers));
        return new Response("{}", { status: 500 });
      },
    },
  );
  if (!result.ok) throw new Error("no runner");
  const { runner } = result;
  expect([runner.id, runner.keepsHistory, runner.thinkingLevels]).toEqual([
    "http",
    false,
    ["low", "high"],
  ]);
  const turn = { id: "r", history: [], message: "x" } as never;
  await runner.run(turn, new AbortController().signal);
  expect([sent[0]?.get("authorization"), sent[0]?.get("x-org")]).toEqual([
    "Bearer secret of KEY",
    "secret of ORG",
  ]);
});

test("createRunner() makes the home of a command with its first turn, for its owner alone", {
  tags: "SEC-6",
}, async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), "hookwright-state-"));
  onTestFinished(() => rmSync(stateFolder, { recursive: true, force: true }));
  const made = ["claude", "codex", "opencode", "pi"].map((preset) => {
    const command = { preset, command: `/opt/${preset}`, args: [], thinkingLevels: [] };
    return createRunner(
      { command },
      { stateFolder, environment: {}, workspaceOf: () => undefined },
    );
  });
  expect(made).toMatchObject(
    Array(4).fill({ ok: true, runner: { id: "command", keepsHistory: true } }),
  );
  const own = createRunner({ command: { command: ["/bin/cat", "-"] } }, { stateFolder });
  expect(own).toMatchObject({ ok: true, runner: { keepsHistory: false } });
  // What only looks at a config leaves nothing behind.
  expect(readdirSync(stateFolder)).toEqual([]);
  const turn = { id: "r", history: [], message: "x", agentId: "main" } as never;
  if (own.ok) await own.runner.run(turn, new AbortController().signal);
  expect(statSync(join(stateFolder, "runner")).mode & 0o777).toBe(0o700);
});
