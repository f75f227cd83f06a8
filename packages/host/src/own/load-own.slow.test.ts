// Modules of channels and runners, in real workers → what the host makes of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createModuleLoader } from "@hookwright/transforms";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createTurn } from "../../test/runners/create-turn.ts";
import { createChannels } from "../channels/shared/create-channels.ts";
import { createHostParts } from "../engine/create-host-parts.ts";
import type { Channel } from "../model/channel.ts";

const PAGER = `
  import { defineChannel } from "@hookwright/host/kit";
  export default defineChannel({
    limit: 160,
    unit: "bytes",
    recipient: { pattern: /[a-z]+/, hint: "Write a team." },
    keyWindowMs: 1_000,
    callTimeoutMs: 4_000,
    create: ({ token, nested, bad }, { id }) => {
      if (bad) throw new Error("the token " + token + " is bad");
      return {
        send: async ({ key, text }, signal) => {
          if (text === "exit") process.exit(7);
          if (text === "throw") throw new Error("secret text");
          if (text === "wait") {
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
            return { kind: "unknown", code: String(signal.reason) };
          }
          if (text === "env") return { kind: "sent", id: process.env.SHOWN + " " + process.env.HIDDEN };
          if (text === "settings") return { kind: "sent", id: [id, token, nested.list[0]].join() };
          return text.startsWith("{") ? JSON.parse(text) : { kind: "sent", id: key };
        },
        settle: async ({ text, otherIds }) =>
          text.startsWith("{") ? JSON.parse(text) : { kind: "sent", id: [...otherIds].join() },
      };
    },
  });`;

const RUNNER = `
  import { defineRunner } from "@hookwright/host/kit";
  export default defineRunner({
    keepsHistory: true,
    thinkingLevels: ["low"],
    create: ({ prefix }) => ({
      run: async ({ message }, signal) => {
        if (message === "exit") process.exit(7);
        if (message === "wait") {
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          return { ok: false, code: String(signal.reason), message: "Ended.", retryable: false };
        }
        if (message === "hang") for (;;);
        return message.startsWith("{") ? JSON.parse(message) : { ok: true, text: prefix + message };
      },
    }),
  });`;

const DEFECTS = {
  "thin.js": "export default { serve: () => ({ limit: 1, settles: false }) };",
  "text.js": 'export default { serve: () => "hello" };',
  "levels.js": 'export default { serve: () => ({ keepsHistory: true, thinkingLevels: "low" }) };',
  "history.js": "export default { serve: () => ({ keepsHistory: 1 }) };",
};

const never = new AbortController().signal;
const dir = mkdtempSync(join(tmpdir(), "hookwright-own-"));
for (const [name, text] of Object.entries({ "pager.ts": PAGER, "runner.ts": RUNNER, ...DEFECTS })) {
  writeFileSync(join(dir, name), text);
}
const modules = createModuleLoader({ configFile: join(dir, "hooks.yaml"), output: "ignore" });
afterAll(async () => {
  await modules.close(0);
  rmSync(dir, { recursive: true });
});

const env = { ...process.env, SHOWN: "shown", HIDDEN: "hidden", PAGER_TOKEN: "pager-secret-token" };
const secrets = (reference: object) =>
  "env" in reference ? (env as Record<string, string>)[String(reference.env)] : undefined;
const OWN = { token: "${PAGER_TOKEN}", nested: { list: [{ env: "PAGER_TOKEN" }] } };

describe("a channel by a module", () => {
  const warnings: string[] = [];
  let channel: Channel;
  const load = (settings: object) =>
    createChannels(new Map([["Pager", { ...OWN, ...settings }]]), {
      ...{ modules, env, secrets, warn: (text: string) => void warnings.push(text) },
    });
  const send = (text: string, signal = never) =>
    channel.send({ key: "d/1", to: "ops", text, plain: false }, signal);

  beforeAll(async () => {
    const made = await load({ module: "./pager.ts", passEnv: ["SHOWN"], defaultTo: "ops" });
    expect(made.problems).toEqual([]);
    expect(made.files.map((file) => file.split(/[\\/]/).at(-1))).toEqual(["pager.ts"]);
    channel = made.channels.get("pager") as Channel;
  });

  test("createChannels() describes it as its module does", { tags: "DEL-6" }, () => {
    expect(channel).toMatchObject({
      id: "pager",
      limit: 160,
      keyWindowMs: 1_000,
      callTimeoutMs: 4_000,
    });
    expect(channel.measure?.("é")).toBe(2);
    expect(channel.parseRecipient("pager:ops")).toEqual({ ok: true, to: "ops" });
    expect(channel.parseRecipient("Ops 1")).toEqual({ ok: false, hint: "Write a team." });
  });

  test("send() gets settings with secrets, and only listed variables", {
    tags: "SEC-5",
  }, async () => {
    const token = env.PAGER_TOKEN;
    expect(await send("settings")).toEqual({ kind: "sent", id: `pager,${token},${token}` });
    expect(await send("env")).toEqual({ kind: "sent", id: "shown undefined" });
  });

  test.each([
    [{ kind: "sent", id: "m1" }, undefined],
    [{ kind: "retry", code: "busy", afterMs: 5 }, undefined],
    [{ kind: "unknown", code: "lost" }, undefined],
    [
      { kind: "retry", code: "busy", afterMs: -1 },
      { kind: "retry", code: "busy" },
    ],
    [{ kind: "refused", code: "no", message: "No.", scope: "message" }, undefined],
    [{ kind: "refused", code: "no", message: "No.", scope: "world" }, "failed"],
    [{ kind: "sent", id: "" }, "failed"],
    [{ kind: "retry", code: "Bad code!" }, "failed"],
    [{ kind: "else", code: "a" }, "failed"],
  ])("send() reads the result %j", { tags: "DEL-12" }, async (result, expected) => {
    const failed = { kind: "unknown", code: "channel_failed" };
    const wanted = expected === "failed" ? failed : (expected ?? result);
    expect(await send(JSON.stringify(result))).toEqual(wanted);
  });

  test("send() reports a module that exits or throws as an unknown outcome, and goes on", {
    tags: ["DEL-12", "OPS-2"],
  }, async () => {
    for (const text of ["exit", "throw"]) {
      expect(await send(text)).toEqual({ kind: "unknown", code: "channel_failed" });
    }
    expect(warnings).toEqual([
      'The channel module "./pager.ts" ended its worker with exit code 7.',
      expect.stringMatching(/^The channel module ".\/pager.ts" threw Error \(.*pager\.ts:14:/),
    ]);
    expect(await send("fine")).toEqual({ kind: "sent", id: "d/1" });
  });

  test("send() ends with its signal, and begins nothing after it", { tags: "PRT-2" }, async () => {
    const controller = new AbortController();
    const sending = send("wait", controller.signal);
    setTimeout(() => controller.abort("stopping"), 300);
    expect(await sending).toMatchObject({ kind: "unknown", code: "stopping" });
    expect(await send("late", controller.signal)).toEqual({ kind: "retry", code: "aborted" });
  });

  test("settle() asks the module", { tags: "DEL-12" }, async () => {
    const part = { key: "d/1", to: "ops", plain: false, sentAt: 1, otherIds: new Set(["a", "b"]) };
    const settle = (text: string) => channel.settle?.({ ...part, text }, never);
    expect(await settle("x")).toEqual({ kind: "sent", id: "a,b" });
    expect(await settle('{"kind":"retry","code":"a"}')).toEqual({ kind: "unknown" });
  });

  test.each([
    ["./thin.js", {}, '"limit" is not a number of at least 100.'],
    ["./text.js", {}, "its answer is not a description."],
    ["./nothing.ts", {}, "does not exist."],
    ["./pager.ts", { bad: true }, "threw Error: the token … is bad ("],
    ["./pager.ts", { passEnv: "A" }, '"passEnv" is not a list of names of variables.'],
    ["./pager.ts", { token: { env: "MISSING" } }, "MISSING"],
  ])("createChannels() reports what is wrong with %s and %j", async (module, more, message) => {
    const { channels, problems } = await load({ module, ...more });
    expect(channels.size).toBe(0);
    expect(problems).toMatchObject([
      {
        severity: "error",
        message: expect.stringContaining(message),
        path: ["channels", "Pager", expect.anything()],
      },
    ]);
    expect(JSON.stringify(problems)).not.toContain(env.PAGER_TOKEN);
  });

  test("createChannels() without a loader says how to pass one", async () => {
    const { problems } = await createChannels(new Map([["pager", { module: "./pager.ts" }]]));
    expect(problems).toMatchObject([
      { code: "module_invalid", hint: expect.stringContaining("createModuleLoader") },
    ]);
  });

  test("createChannels() takes any recipient if modules are only built", async () => {
    const built = createModuleLoader({ configFile: join(dir, "hooks.yaml"), runs: false });
    onTestFinished(() => built.close(0));
    const settings = new Map([["pager", { ...OWN, module: "./pager.ts" }]]);
    const { channels } = await createChannels(settings, { modules: built, secrets });
    const made = channels.get("pager");
    expect(made?.parseRecipient("Ops 1")).toEqual({ ok: true, to: "Ops 1" });
    const part = { key: "d/1", to: "ops", text: "x", plain: false };
    expect(await made?.send(part, never)).toEqual({ kind: "retry", code: "try_again" });
  });
});

describe("a runner by a module", () => {
  const read = (runner: object) =>
    createHostParts(
      { host: { runner } },
      { modules, stateFolder: dir, secrets, warn: () => undefined },
    );
  const start = async () => {
    const made = await read({ module: "./runner.ts", prefix: "> " });
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    onTestFinished(() => made.close(0));
    const { runner } = made.parts;
    return (message: string, signal = never) => runner.run(createTurn({ message }), signal);
  };

  test("createHostParts() describes it as its module does, and it takes turns", async () => {
    const made = await read({ module: "./runner.ts", prefix: "> " });
    expect(made.problems).toEqual([]);
    if (!made.ok) throw new Error("It is not ok.");
    expect(made.parts.runner).toMatchObject({
      id: "module",
      keepsHistory: true,
      thinkingLevels: ["low"],
    });
    const turn = createTurn({ message: "Hello" });
    expect(await made.parts.runner.run(turn, never)).toEqual({ ok: true, text: "> Hello" });
    await made.close(0);
  });

  test("run() keeps the members that are what they should be", { tags: "PRT-1" }, async () => {
    const run = await start();
    const usage = { inputTokens: 1 };
    const full = {
      ok: true,
      text: "a",
      runnerState: "s",
      note: "n",
      thinking: "low",
      usage,
      attachments: [],
    };
    expect(await run(JSON.stringify(full))).toEqual(full);
    const wrong = {
      ok: true,
      text: "a",
      runnerState: 1,
      thinking: "much",
      usage: 1,
      attachments: [1],
    };
    expect(await run(JSON.stringify(wrong))).toEqual({ ok: true, text: "a" });
    const no = { ok: false, code: "busy", message: "Busy.", retryable: true };
    const more = { ...no, retryAfterMs: 5, partial: "p", scope: "run" };
    expect(await run(JSON.stringify(more))).toEqual(more);
    expect(await run(JSON.stringify({ ...no, scope: "all" }))).toEqual(no);
    for (const bad of [{ ok: true }, { ...no, code: "Busy!" }, []]) {
      expect(await run(JSON.stringify(bad).replace("[]", "{}"))).toMatchObject({
        ...{ ok: false, code: "runner_failed", retryable: false },
      });
    }
  });

  test("run() reports a module that exits, and goes on", { tags: "PRT-1" }, async () => {
    const run = await start();
    expect(await run("exit")).toMatchObject({ ok: false, code: "runner_failed" });
    expect(await run("fine")).toEqual({ ok: true, text: "> fine" });
  });

  test("run() ends with its signal, also if the module does not heed it", {
    tags: ["PRT-1", "TIM-2"],
    timeout: 20_000,
  }, async () => {
    const run = await start();
    for (const message of ["wait", "hang"]) {
      const controller = new AbortController();
      const running = run(message, controller.signal);
      setTimeout(() => controller.abort("cancelled"), 300);
      expect(await running).toMatchObject({ ok: false, code: "cancelled", retryable: false });
    }
    expect(await run("late", AbortSignal.abort("stopping"))).toMatchObject({ code: "stopping" });
  });

  test.each([
    ["./levels.js", '"thinkingLevels" is not a list of off'],
    ["./history.js", '"keepsHistory" is not true or false.'],
    ["./text.js", "its answer is not a description."],
    ["./nothing.ts", "does not exist."],
  ])("createHostParts() reports what is wrong with %s", async (module, message) => {
    expect(await read({ module })).toMatchObject({
      ok: false,
      problems: [{ path: ["host", "runner", "module"], message: expect.stringContaining(message) }],
    });
  });

  test("createHostParts() refuses a module beside another runner", async () => {
    const { ok, problems } = await read({ module: "./runner.ts", command: { preset: "pi" } });
    expect([ok, problems[0]?.message]).toEqual([false, "host.runner has two runners."]);
  });
});
