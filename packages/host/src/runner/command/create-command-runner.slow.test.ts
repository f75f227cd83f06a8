import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testRunner } from "../../../test/runner-suite.ts";
import { createFolder } from "../../../test/runners/agent-homes.ts";
import { createTurn } from "../../../test/runners/create-turn.ts";
import { createFakeAgent, FAKE_SPEC, type FakeAgent } from "../../../test/runners/fake-agent.ts";
import type { TurnRequest, TurnResult } from "../../model/turn.ts";
import { type CommandRunnerOptions, resultOfChild } from "./create-command-runner.ts";
import { createReport } from "./output-formats.ts";
import { PRESETS } from "./presets.ts";

const SECRET = "sk-very-secret-0123456789";
const PROGRAM = { ...FAKE_SPEC, program: ["/nowhere/agent"] as const };

testRunner("createCommandRunner()", async (scene) => {
  const options = scene.kind === "is-not-there" ? { spec: PROGRAM } : {};
  const agent = createFakeAgent(scene, { env: { AGENT_KEY: SECRET }, ...options });
  const logs = () => [agent.log()].filter((log) => log !== undefined);
  return {
    runner: agent.runner,
    messages: () => logs().map(({ input }) => input),
    keys: () => logs().map(({ env }) => env["HOOKWRIGHT_KEY"]),
    secret: SECRET,
    reached: agent.reached,
  };
});

async function take(
  scene: Readonly<Record<string, unknown>>,
  turn: Partial<TurnRequest> = {},
  options: Partial<CommandRunnerOptions> = {},
): Promise<FakeAgent & { readonly result: TurnResult }> {
  const agent = createFakeAgent({ text: "ok", ...scene }, options);
  const result = await agent.runner.run(createTurn(turn), new AbortController().signal);
  return { ...agent, result };
}

test("createCommandRunner() gives the child listed variables only", { tags: "SEC-4" }, async () => {
  const inherited = {
    ...process.env,
    HOOK_TOKEN: "t",
    TELEGRAM: "t",
    LANG: "C",
    WANTED: "w",
    EMPTY: undefined,
  };
  const agent = await take(
    {},
    { interrupted: true, attempt: 2, mappingId: "ci\0x" },
    { inherited, passEnv: ["WANTED", "EMPTY"], env: { AGENT_KEY: SECRET } },
  );
  const { env = {}, argv } = agent.log() ?? {};
  for (const name of ["HOOK_TOKEN", "TELEGRAM", "EMPTY", "HOOKWRIGHT_MAPPING"]) {
    expect(env).not.toHaveProperty(name);
  }
  expect(env).toMatchObject({
    HOME: agent.home,
    LANG: "C",
    WANTED: "w",
    AGENT_KEY: SECRET,
    PI_OFFLINE: "1",
    HOOKWRIGHT_ATTEMPT: "2",
    HOOKWRIGHT_INTERRUPTED: "true",
    HOOKWRIGHT_TAINTED: "true",
    HOOKWRIGHT_REASON: "run",
  });
  expect(JSON.stringify(argv)).not.toContain(SECRET);
});

test("createCommandRunner() puts model, level and session into whole arguments, and no message", {
  tags: "SEC-4",
}, async () => {
  const turn = { model: "acme/m-1.5", thinking: "low", runnerState: "0190-abc" } as const;
  const { log } = await take({}, { ...turn, message: "--dangerous `x`" });
  expect(log()?.argv).toEqual([
    ...PRESETS.pi.args,
    ...["--model", "acme/m-1.5", "--thinking", "low", "--session", "0190-abc"],
  ]);
});

test.each(["-rf", "--tools=all", "a b", "a;b", "$(x)", "é", "", "a".repeat(201), "../x", "a\nb"])(
  "createCommandRunner() starts nothing with the model %j",
  { tags: "SEC-4" },
  async (model) => {
    const { result, log } = await take({}, { model });
    expect(result).toMatchObject({ ok: false, code: "bad_argument", retryable: false });
    expect(log()).toBe(undefined);
  },
);

test("PRESETS give no agent a tool that writes or runs anything", { tags: "SEC-2" }, () => {
  expect(PRESETS.claude.args.join(" ")).toContain("--tools ");
  expect(PRESETS.codex.args.join(" ")).toContain("-s read-only --disable shell_tool");
  expect(PRESETS.pi.args).toContain("--no-tools");
  expect(PRESETS.opencode.env["OPENCODE_CONFIG_CONTENT"]).toBe('{"permission":{"*":"deny"}}');
});

test("createCommandRunner() hands the session on as runnerState, and goes on with it", {
  tags: "SES-5",
}, async () => {
  const first = await take(
    { session: "0190-first" },
    { history: [{ at: 1, message: "a", answer: "b" }] },
  );
  expect(first.result).toMatchObject({
    ok: true,
    runnerState: "0190-first",
    usage: { inputTokens: 3 },
  });
  // The agent has what was said before.
  expect(first.log()?.input).toBe("The build is red.");
  expect(first.runner.keepsHistory).toBe(true);
  const odd = await take({ session: "--evil" }, { runnerState: '{"of":"another runner"}' });
  expect(odd.result).not.toHaveProperty("runnerState");
  expect(odd.log()?.argv).not.toContain("--session");
});

test("createCommandRunner() begins a new session once where the agent lost it, and says so", {
  tags: "SES-5",
}, async () => {
  const { result } = await take({ unknownSession: true }, { runnerState: "0190-gone" });
  expect(result).toMatchObject({ ok: true, text: "ok", note: expect.stringContaining("new one") });
});

test("createCommandRunner() works in the agent's workspace, and reports one that is not a folder", async () => {
  const folder = createFolder();
  const { log } = await take({}, {}, { workspaceOf: () => folder });
  expect(log()?.cwd).toBe(folder);
  const { result } = await take({}, {}, { workspaceOf: (id) => `/nowhere/${id}` });
  expect(result).toMatchObject({ ok: false, code: "no_workspace", retryable: false });
});

test("createCommandRunner() hands on what was said before where the agent has no sessions", async () => {
  const { resumeArgs: _none, ...spec } = FAKE_SPEC;
  const history = [{ at: 1, message: "Hello.", answer: "Hi." }];
  const { log, runner } = await take({}, { history }, { spec });
  expect(log()?.input).toBe(
    "[earlier message]\nHello.\n\n[your answer]\nHi.\n\n[new message]\nThe build is red.",
  );
  expect(runner.keepsHistory).toBe(false);
  const json = await take({}, { history }, { spec, input: "json" });
  expect(JSON.parse(json.log()?.input ?? "")).toEqual(createTurn({ history }));
});

test("createCommandRunner() kills the group 5 s after a SIGTERM that did not help", {
  tags: "TIM-2",
}, async () => {
  const limits: number[] = [];
  let kill: () => void = () => undefined;
  const armed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  let task: () => void = () => undefined;
  const agent = createFakeAgent(
    { kind: "is-silent", stubborn: true },
    {
      timer: (callback, milliseconds) => {
        limits.push(milliseconds);
        if (limits.length === 1) {
          task = callback;
          kill();
        }
        return () => undefined;
      },
    },
  );
  const controller = new AbortController();
  const running = agent.runner.run(createTurn(), controller.signal);
  await agent.reached();
  const { pids = [] } = agent.log() ?? {};
  controller.abort("timeout");
  await armed;
  expect(pids.map(isAlive)).toEqual([true, true]);
  task();
  expect(await running).toMatchObject({ ok: false, code: "timeout" });
  expect(limits[0]).toBe(5_000);
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
});

function isAlive(pid: number): boolean {
  try {
    // A container may have no process that reaps killed ones.
    if (existsSync(`/proc/${pid}/stat`))
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A command of the operator's own, as a line of the shell: only tests have one. */
async function runShell(script: string, message = "The build is red."): Promise<TurnResult> {
  const spec = {
    program: ["/bin/sh", "-c", script],
    args: [],
    thinkingLevels: [],
    output: "text",
    env: {},
  } as const;
  const agent = createFakeAgent({}, { spec });
  return agent.runner.run(createTurn({ message, thinking: "low" }), new AbortController().signal);
}

test("createCommandRunner() takes the output of any command for the answer", async () => {
  expect(await runShell("cat; echo; echo warning >&2", "Hello.\n\nYou.")).toEqual({
    ok: true,
    text: "Hello.\n\nYou.",
  });
});

test.each([
  ["exit 75", { code: "try_again", retryable: true }],
  [
    "echo half; exit 3",
    { code: "command_failed", retryable: false, partial: expect.stringMatching("half") },
  ],
  ["kill -9 $$", { code: "command_failed", retryable: false }],
  ["echo 'Not logged in' >&2; exit 1", { code: "unauthorized", retryable: false }],
  ["exit 0", { code: "no_output", retryable: false }],
])(
  "createCommandRunner() reads the end of a command: %s",
  { tags: "RUN-5" },
  async (script, expected) => {
    const result = await runShell(script);
    expect(result).toMatchObject({ ok: false, ...expected });
    expect(result).toHaveProperty("message", expect.not.stringContaining("Not logged"));
  },
);

test.each([
  ["echo '401 Unauthorized' >&2; exit 1", { retryable: true, scope: "runner" }],
  ['echo \'{"type":"tool_execution_start"}\'; echo 401 >&2; exit 1', { retryable: false }],
  ["echo 'a defect' >&2; exit 1", { code: "command_failed", retryable: false }],
])(
  "createCommandRunner() pauses for the login of an agent that did nothing: %s",
  { tags: "RUN-5" },
  async (script, expected) => {
    const { resumeArgs: _none, ...spec } = FAKE_SPEC;
    const program = ["/bin/sh", "-c", script] as const;
    const agent = createFakeAgent({}, { spec: { ...spec, program } });
    const result = await agent.runner.run(createTurn(), new AbortController().signal);
    expect(result).toMatchObject({ ok: false, code: "unauthorized", ...expected });
    expect("scope" in result).toBe("scope" in expected);
  },
);

test("resultOfChild() pauses for a program that is not there, and not for what the machine lacks", {
  tags: "RUN-5",
}, () => {
  const facts = { report: createReport(), errors: "", spec: FAKE_SPEC };
  const missing = resultOfChild({ kind: "not_started", code: "EACCES" }, facts);
  expect(missing).toMatchObject({ code: "command_not_started", retryable: true, scope: "runner" });
  const busy = resultOfChild({ kind: "not_started", code: "EMFILE" }, facts);
  expect(busy).toMatchObject({ code: "command_not_started", retryable: true });
  expect(busy).not.toHaveProperty("scope");
});

test("createCommandRunner() does not wait for what a command leaves behind", async () => {
  expect(await runShell("echo done; sleep 600 &")).toMatchObject({ ok: true, text: "done" });
});

test("createCommandRunner() does not mind a command that reads no input", async () => {
  expect(await runShell("exec 0<&-; echo done", "x".repeat(5_000_000))).toMatchObject({ ok: true });
});
