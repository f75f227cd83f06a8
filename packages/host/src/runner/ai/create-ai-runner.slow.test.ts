// The runner with providers of the AI SDK, against a local server that speaks their APIs.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createProviderRegistry, type LanguageModel } from "ai";
import { describe, expect, test } from "vitest";
import type { Answer, Fault } from "../../../../../examples/local-model/types.ts";
import { type Scene, testRunner } from "../../../test/runner-suite.ts";
import { createTurn } from "../../../test/runners/create-turn.ts";
import { type StartedModel, startModel } from "../../../test/runners/start-model.ts";
import type { TurnRequest, TurnResult } from "../../model/turn.ts";
import { type AiRunnerOptions, createAiRunner } from "./create-ai-runner.ts";

const SECRET = "sk-very-secret-0123456789";

type CreateModel = (baseURL: string, apiKey?: string) => LanguageModel;

const PROVIDERS: Readonly<Record<string, CreateModel>> = {
  "openai-compatible": (baseURL, apiKey = SECRET) =>
    createOpenAICompatible({ name: "local", baseURL, apiKey, includeUsage: true })("local"),
  openai: (baseURL, apiKey = SECRET) => createOpenAI({ baseURL, apiKey })("local"),
  "openai.chat": (baseURL, apiKey = SECRET) => createOpenAI({ baseURL, apiKey }).chat("local"),
  anthropic: (baseURL, apiKey = SECRET) => createAnthropic({ baseURL, apiKey })("claude-haiku-4-5"),
};

const FAULTS: Readonly<Partial<Record<Scene["kind"], Fault>>> = {
  refuses: { kind: "refuse", status: 401, code: "invalid_api_key" },
  "is-busy": { kind: "refuse", status: 503, code: "server_is_overloaded" },
  "breaks-off": { kind: "half" },
  "is-silent": { kind: "silence", after: "nothing" },
};

/** Nothing listens here. A port that was just closed would not do: another process may get it in between. */
const CLOSED_URL = "http://127.0.0.1:2/v1";

for (const [name, createModel] of Object.entries(PROVIDERS)) {
  testRunner(`createAiRunner() with ${name}`, async (scene) => {
    let reach: (value: unknown) => void = () => undefined;
    const reached = new Promise((resolve) => {
      reach = resolve;
    });
    const { baseUrl, requests } = await startModel({
      apiKey: SECRET,
      answer: () => {
        reach(undefined);
        if (scene.kind === "answers") return scene.text;
        return scene.kind === "narrates"
          ? `<think>Hm.\nOh.</think>\n\n${scene.text}`
          : "The answer is long. ".repeat(20);
      },
      fault: () => FAULTS[scene.kind],
    });
    return {
      runner: createAiRunner({
        model: createModel(scene.kind === "is-not-there" ? CLOSED_URL : baseUrl),
        thinking: () => ({}),
        thinkingLevels: ["low", "high"],
      }),
      messages: () => requests.map(({ text }) => text),
      keys: () => requests.map(({ headers }) => headers["idempotency-key"]),
      secret: SECRET,
      reached: () => reached,
    };
  });
}

interface Asked {
  readonly result: TurnResult;
  readonly model: StartedModel;
}

async function ask(
  createModel: CreateModel,
  scene: {
    readonly fault?: Fault;
    readonly answer?: string | Answer;
    readonly options?: Partial<AiRunnerOptions>;
    readonly turn?: Partial<TurnRequest>;
  } = {},
): Promise<Asked> {
  const model = await startModel({
    ...(scene.answer !== undefined && { answer: () => scene.answer as string }),
    fault: () => scene.fault,
  });
  const runner = createAiRunner({ model: createModel(model.baseUrl), ...scene.options });
  const result = await runner.run(createTurn(scene.turn), new AbortController().signal);
  return { result, model };
}

describe.each(Object.entries(PROVIDERS))("createAiRunner() with %s", (_, createModel) => {
  test("createAiRunner() hands on the history, oldest first, and the system prompt", {
    tags: "SES-1",
  }, async () => {
    const history = [{ at: 1, message: "Hello.", answer: "" }];
    const options = { system: "Be brief.", maxOutputTokens: 9 };
    const { model } = await ask(createModel, { options, turn: { history } });
    const [{ messages, tools, stream } = { messages: [] }] = model.requests;
    expect(messages.map(({ role, text }) => [role.replace("developer", "system"), text])).toEqual([
      ["system", "Be brief."],
      ["user", "Hello."],
      ["assistant", "(no answer)"],
      ["user", "The build is red."],
    ]);
    expect([tools, stream]).toEqual([[], true]);
    expect(JSON.stringify(model.requests[0]?.body)).toMatch(/"max_\w*tokens":9\b/);
  });

  test.each([
    [{ text: "12345678" }, { ok: true, text: "12345678", usage: { outputTokens: 2 } }],
    [
      { text: "x", end: "length" },
      { ok: true, text: "x\n\n[cut by the model]" },
    ],
    [
      { text: "", end: "length" },
      { ok: false, code: "too_long", retryable: false },
    ],
    [
      { text: "", end: "content_filter" },
      { ok: false, code: "refused", retryable: false },
    ],
    [
      { text: "x", end: "tool_calls" },
      { ok: false, code: "unexpected_tool_call", retryable: false, partial: "x" },
    ],
    [{ text: "" }, { ok: true, text: "" }],
  ] as const)("createAiRunner() reads the end of %j", async (answer, expected) => {
    const { result, model } = await ask(createModel, { answer });
    expect(result).toMatchObject(expected);
    expect(model.requests).toHaveLength(1);
  });

  test.each([
    [{ kind: "half" }, "connection_lost", false],
    [{ kind: "close" }, "connection_lost", true],
    [{ kind: "no-end" }, "incomplete", false],
    [{ kind: "refuse", status: 200, body: "<html>Log in</html>" }, "incomplete", true],
  ] as const)(
    "createAiRunner() takes a stream for what it is: %j",
    { tags: "RUN-5" },
    async (fault, code, retryable) => {
      const { result, model } = await ask(createModel, {
        answer: "A long answer. ".repeat(20),
        fault,
      });
      expect(result).toMatchObject({ ok: false, code, retryable });
      expect(model.requests).toHaveLength(1);
    },
  );

  test.each([
    [400, "bad", "bad_request", false],
    [400, "context_length_exceeded", "too_long", false],
    [401, "invalid_api_key", "unauthorized", true, "runner"],
    [402, "billing_error", "insufficient_quota", true, "runner"],
    [403, "permission_error", "forbidden", false, "run"],
    [404, "model_not_found", "model_not_found", false, "run"],
    [408, "", "request_timeout", true],
    [413, "", "too_large", false],
    [425, "", "request_timeout", true],
    [429, "rate_limit_exceeded", "rate_limited", true],
    [500, "", "server_error", true],
    [529, "overloaded_error", "overloaded", true],
  ])(
    "createAiRunner() reads %i %s as %s",
    { tags: "RUN-5" },
    async (status, code, expected, retryable, scope?: string) => {
      const fault = { kind: "refuse", status, code, headers: { "retry-after": "2" } } as const;
      const { result, model } = await ask(createModel, { fault });
      const waits = retryable ? { retryAfterMs: 2_000 } : {};
      expect(result).toMatchObject({ ok: false, code: expected, retryable, ...waits });
      expect((result as { scope?: string }).scope).toBe(scope);
      expect(model.requests).toHaveLength(1);
    },
  );

  test.each(["headers", "half"] as const)(
    "createAiRunner() notices a server that is silent after %s",
    async (after) => {
      let expire: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        expire = resolve;
      });
      let task: () => void = () => undefined;
      const { result } = await (async () => {
        const model = await startModel({
          answer: () => {
            expire();
            return "A long answer. ".repeat(20);
          },
          fault: () => ({ kind: "silence", after }),
        });
        const runner = createAiRunner({
          model: createModel(model.baseUrl),
          silenceMs: 5_000,
          timer: (callback) => {
            task = callback;
            return () => undefined;
          },
        });
        const running = runner.run(createTurn(), new AbortController().signal);
        await answered;
        await new Promise((resolve) => setTimeout(resolve, 100));
        task();
        return { result: await running };
      })();
      expect(result).toMatchObject({ ok: false, code: "silent", retryable: after === "headers" });
    },
  );
});

test("createAiRunner() asks the provider that the name of a model begins with", {
  tags: "RUN-8",
}, async () => {
  const { baseUrl: baseURL, requests } = await startModel({ answer: ({ path }) => path });
  const models = createProviderRegistry(
    {
      openai: createOpenAI({ baseURL, apiKey: SECRET }),
      anthropic: createAnthropic({ baseURL, apiKey: SECRET }),
    },
    { separator: "/" },
  );
  const runner = createAiRunner({ models });
  const cases = [
    ["openai/gpt-5.5", { ok: true, text: "/v1/responses" }],
    ["anthropic/claude-haiku-4-5", { ok: true, text: "/v1/messages" }],
    ["openai/team/gpt", { ok: true, text: "/v1/responses" }],
    ["acme/large", { ok: false, code: "model_not_found", scope: "run", retryable: false }],
    ["constructor/large", { ok: false, code: "model_not_found", scope: "run" }],
    ["large", { ok: false, code: "model_not_found", scope: "run", retryable: false }],
  ] as const;
  for (const [model, expected] of cases) {
    const result = await runner.run(createTurn({ model }), new AbortController().signal);
    expect([model, result]).toMatchObject([model, expected]);
  }
  expect(requests.map(({ model }) => model)).toEqual([
    ...["gpt-5.5", "claude-haiku-4-5", "team/gpt"],
  ]);
});

test("createAiRunner() sends a thinking level as the program spells it", {
  tags: "RUN-8",
}, async () => {
  const model = await startModel();
  const openai = createOpenAI({ baseURL: model.baseUrl, apiKey: SECRET });
  const runner = createAiRunner({
    model: openai("gpt-5.5"),
    thinking: (level) => ({ openai: { reasoningEffort: level === "off" ? "none" : level } }),
    thinkingLevels: ["low", "high"],
  });
  const { signal } = new AbortController();
  const result = await runner.run(createTurn({ thinking: "max" }), signal);
  expect(result).toMatchObject({ ok: true, thinking: "high" });
  expect(await runner.run(createTurn({ thinking: "off" }), signal)).not.toHaveProperty("thinking");
  expect(model.requests.map(({ body }) => body["reasoning"])).toEqual([
    { effort: "high" },
    undefined,
  ]);
});

test("createAiRunner() reports a redirect that the provider does not follow", {
  tags: "SEC-5",
}, async () => {
  const elsewhere = await startModel();
  const location = `${elsewhere.baseUrl}/responses`;
  const fault = { kind: "refuse", status: 307, headers: { location } } as const;
  const { result } = await ask(
    (baseURL) =>
      createOpenAI({
        baseURL,
        apiKey: SECRET,
        fetch: (url, init) => fetch(url, { ...init, redirect: "manual" }),
      })("gpt-5.5"),
    { fault },
  );
  expect(result).toMatchObject({ ok: false, code: "redirected", retryable: false });
  expect(elsewhere.requests).toEqual([]);
});
