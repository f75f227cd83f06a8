// The command runner with a real agent, pi, which asks the local model server.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createCommandRunner } from "../../src/runner/command/create-command-runner.ts";
import { PRESETS } from "../../src/runner/command/presets.ts";
import { createAgentHome } from "./agent-homes.ts";
import { createTurn } from "./create-turn.ts";
import { startModel } from "./start-model.ts";

const PI = fileURLToPath(new URL("../../../../node_modules/.bin/pi", import.meta.url));

/** pi takes seconds to start on a machine that does other work. */
const TIME = 120_000;

test(
  "SES-5 createCommandRunner() goes on with a session of pi, which is offered no tool",
  async () => {
    const model = await startModel({
      apiKey: "sk-pi",
      answer: ({ messages }) => `Message ${messages.filter(({ role }) => role === "user").length}.`,
    });
    const { home, env, model: name } = createAgentHome("pi", model.baseUrl, "sk-pi");
    const spec = { ...PRESETS.pi, program: [process.execPath, PI] as const };
    const runner = createCommandRunner({ spec, home, env, model: name });
    const { signal } = new AbortController();
    const first = await runner.run(createTurn({ message: "One\nline & $HOME." }), signal);
    expect(first).toMatchObject({ ok: true, text: "Message 1.", runnerState: expect.any(String) });
    expect(model.requests[0]).toMatchObject({ text: "One\nline & $HOME.", tools: [] });
    const runnerState = first.ok ? (first.runnerState ?? "") : "";
    const second = await runner.run(createTurn({ message: "Two.", runnerState }), signal);
    expect(second).toMatchObject({ ok: true, text: "Message 2." });
    const gone = { message: "Three.", runnerState: "0190c2d4-0000-7000-8000-000000000000" };
    expect(await runner.run(createTurn(gone), signal)).toMatchObject({
      ok: true,
      text: "Message 1.",
      note: expect.any(String),
    });
    expect(model.requests).toHaveLength(3);
  },
  TIME,
);

test(
  "RUN-5 createCommandRunner() reads the error of pi, which exits with 0, and ends it when it waits",
  async () => {
    let reach: (value: unknown) => void = () => undefined;
    const reached = new Promise((resolve) => {
      reach = resolve;
    });
    const model = await startModel({
      answer: ({ text }) => {
        if (text === "Wait.") reach(undefined);
        return "ok";
      },
      fault: ({ text }) =>
        text === "Wait."
          ? { kind: "silence", after: "nothing" }
          : { kind: "refuse", status: 401, code: "invalid_api_key" },
    });
    const { home, env, model: name } = createAgentHome("pi", model.baseUrl, "sk-pi");
    const spec = { ...PRESETS.pi, program: [process.execPath, PI] as const };
    const runner = createCommandRunner({ spec, home, env, model: name });
    const refused = await runner.run(createTurn(), new AbortController().signal);
    expect(refused).toMatchObject({ ok: false, code: "unauthorized", scope: "runner" });
    expect(model.requests).toHaveLength(1);
    const controller = new AbortController();
    const running = runner.run(createTurn({ message: "Wait." }), controller.signal);
    await reached;
    controller.abort("timeout");
    expect(await running).toMatchObject({ ok: false, code: "timeout" });
  },
  TIME,
);
