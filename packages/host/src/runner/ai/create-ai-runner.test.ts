// The runner with the mock model of the AI SDK, and every error that the SDK can throw.
import {
  APICallError,
  EmptyResponseBodyError,
  InvalidArgumentError,
  InvalidPromptError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  LoadSettingError,
  NoContentGeneratedError,
  NoOutputGeneratedError,
  NoSuchModelError,
  NoSuchProviderError,
  RetryError,
  simulateReadableStream,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect, test } from "vitest";
import { type Scene, testRunner } from "../../../test/runner-suite.ts";
import { createTurn } from "../../../test/runners/create-turn.ts";
import type { TurnRequest, TurnResult } from "../../model/turn.ts";
import { type AiRunnerOptions, createAiRunner } from "./create-ai-runner.ts";

type DoStream = MockLanguageModelV3["doStream"];
type StreamResult = Awaited<ReturnType<DoStream>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

const SECRET = "sk-very-secret-0123456789";

const finish = (unified: string, raw: string | undefined = unified): StreamPart =>
  ({
    type: "finish",
    finishReason: { unified, raw },
    usage: { inputTokens: { total: 5 }, outputTokens: { total: 2 } },
  }) as StreamPart;

const textParts = (text: string): StreamPart[] => [
  { type: "text-start", id: "1" },
  ...(text.match(/.{1,100000}/gsu) ?? []).map((delta) => ({
    ...{ type: "text-delta" as const, id: "1", delta },
  })),
  { type: "text-end", id: "1" },
];

const reasoning: StreamPart[] = [
  { type: "reasoning-start", id: "0" },
  { type: "reasoning-delta", id: "0", delta: "Hm." },
  { type: "reasoning-end", id: "0" },
];

const streamOf = (chunks: readonly StreamPart[]): StreamResult => ({
  stream: simulateReadableStream({
    chunks: [...chunks],
    chunkDelayInMs: null,
    initialDelayInMs: null,
  }),
});

/** Sends the parts and then hangs. It ignores the signal. */
const silentAfter = (parts: readonly StreamPart[]): StreamResult => ({
  stream: new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
    },
  }),
});

const call = {
  url: `https://api.example/v1?key=${SECRET}`,
  requestBodyValues: { key: SECRET },
};

const refusal = (
  statusCode: number | undefined,
  code = "",
  more: Partial<ConstructorParameters<typeof APICallError>[0]> = {},
): APICallError => {
  const responseBody = JSON.stringify({ error: { message: `Wrong key ${SECRET}`, code } });
  const message = `Wrong key ${SECRET}`;
  return new APICallError({
    ...call,
    message,
    responseBody,
    ...(statusCode !== undefined && { statusCode }),
    ...more,
  });
};

const socketError = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${SECRET}`), { code, ...(syscall !== undefined && { syscall }) });

const unreachable = (code: string, syscall?: string): APICallError =>
  new APICallError({
    ...call,
    message: "Cannot connect to API",
    cause: socketError(code, syscall),
    isRetryable: true,
  });

testRunner("createAiRunner() with a mock", async (scene) => {
  let reach: (value: unknown) => void = () => undefined;
  const reached = new Promise((resolve) => {
    reach = resolve;
  });
  const model = new MockLanguageModelV3({
    doStream: async () => {
      reach(undefined);
      return playScene(scene);
    },
  });
  return {
    runner: createAiRunner({
      model,
      thinking: () => ({}),
      thinkingLevels: ["low", "high"],
    }),
    messages: () =>
      model.doStreamCalls.flatMap(({ prompt }) =>
        prompt.map(({ content }) =>
          Array.isArray(content) && content[0]?.type === "text" ? content[0].text : "",
        ),
      ),
    keys: () => model.doStreamCalls.map(({ headers }) => headers?.["idempotency-key"]),
    secret: SECRET,
    reached: () => reached,
  };
});

function playScene(scene: Scene): StreamResult {
  switch (scene.kind) {
    case "answers":
      return streamOf([...textParts(scene.text), finish("stop")]);
    case "narrates":
      return streamOf([...reasoning, ...textParts(scene.text), finish("stop")]);
    case "refuses":
      throw refusal(401, "invalid_api_key");
    case "is-busy":
      throw refusal(503, "server_is_overloaded");
    case "is-not-there":
      throw unreachable("ECONNREFUSED", "connect");
    case "breaks-off":
      return streamOf([...textParts("Half."), { type: "error", error: unreachable("ECONNRESET") }]);
    case "is-silent":
      return silentAfter([]);
  }
}

async function ask(
  doStream: DoStream | readonly StreamPart[],
  options: Partial<AiRunnerOptions> = {},
  turn: Partial<TurnRequest> = {},
): Promise<{ readonly result: TurnResult; readonly model: MockLanguageModelV3 }> {
  const model = new MockLanguageModelV3({
    provider: "acme.chat",
    modelId: "large",
    doStream: typeof doStream === "function" ? doStream : async () => streamOf(doStream),
  });
  const runner = createAiRunner({ model, ...options });
  const result = await runner.run(createTurn(turn), new AbortController().signal);
  expect(JSON.stringify(result)).not.toContain(SECRET);
  return { result, model };
}

const cause = new Error(SECRET);
const modelType = "languageModel" as const;

test.each<readonly [title: string, error: unknown, expected: Readonly<Record<string, unknown>>]>([
  [
    "LoadAPIKeyError",
    new LoadAPIKeyError({ message: SECRET }),
    { code: "unauthorized", retryable: true, scope: "runner" },
  ],
  [
    "LoadSettingError",
    new LoadSettingError({ message: SECRET }),
    { code: "setting_missing", retryable: true, scope: "runner" },
  ],
  [
    "NoSuchModelError",
    new NoSuchModelError({ modelId: "m", modelType }),
    { code: "model_not_found", retryable: false, scope: "run" },
  ],
  [
    "NoSuchProviderError",
    new NoSuchProviderError({ modelId: "m", modelType, providerId: "p", availableProviders: [] }),
    { code: "model_not_found", retryable: false, scope: "run" },
  ],
  [
    "InvalidPromptError",
    new InvalidPromptError({ prompt: SECRET, message: SECRET }),
    { code: "bad_request", retryable: false },
  ],
  [
    "InvalidArgumentError",
    new InvalidArgumentError({ parameter: "p", value: SECRET, message: SECRET }),
    { code: "bad_request", retryable: false },
  ],
  [
    "UnsupportedFunctionalityError",
    new UnsupportedFunctionalityError({ functionality: SECRET }),
    { code: "bad_request", retryable: false },
  ],
  ["EmptyResponseBodyError", new EmptyResponseBodyError(), { code: "incomplete", retryable: true }],
  [
    "NoContentGeneratedError",
    new NoContentGeneratedError(),
    { code: "incomplete", retryable: true },
  ],
  ["NoOutputGeneratedError", new NoOutputGeneratedError(), { code: "incomplete", retryable: true }],
  [
    "InvalidResponseDataError of an answer without an end",
    new InvalidResponseDataError({ data: undefined, message: SECRET }),
    { code: "incomplete", retryable: true },
  ],
  [
    "InvalidResponseDataError",
    new InvalidResponseDataError({ data: SECRET }),
    { code: "failed", retryable: false },
  ],
  [
    "JSONParseError",
    new JSONParseError({ text: SECRET, cause }),
    { code: "not_json", retryable: false },
  ],
  [
    "JSONParseError of an answer with status 200",
    refusal(200, "", { cause: new JSONParseError({ text: SECRET, cause }) }),
    { code: "not_json", retryable: false },
  ],
  [
    "TypeValidationError",
    new TypeValidationError({ value: { text: SECRET }, cause }),
    { code: "failed", retryable: false },
  ],
  [
    "TypeValidationError of an error that the service sent",
    refusal(200, "", {
      cause: new TypeValidationError({ value: { error: { code: "server_error" } }, cause }),
    }),
    { code: "server_error", retryable: true },
  ],
  [
    "RetryError of a model that retries",
    new RetryError({
      message: SECRET,
      reason: "maxRetriesExceeded",
      errors: [refusal(500), refusal(429, "insufficient_quota")],
    }),
    { code: "insufficient_quota", retryable: true, scope: "runner" },
  ],
  ["APICallError 403", refusal(403), { code: "forbidden", retryable: false, scope: "run" }],
  ["APICallError 404", refusal(404), { code: "not_found", retryable: false, scope: "run" }],
  [
    "APICallError without a body",
    refusal(500, "", { responseBody: "<html>", data: { error: { type: "overloaded_error" } } }),
    { code: "overloaded", retryable: true },
  ],
  [
    "APICallError with a wait",
    refusal(429, "", { responseHeaders: { "retry-after": "9", "retry-after-ms": "250.4" } }),
    { code: "rate_limited", retryable: true, retryAfterMs: 251 },
  ],
  [
    "APICallError with a date",
    refusal(503, "", { responseHeaders: { "retry-after": "Thu, 01 Jan 1970 00:00:30 GMT" } }),
    { code: "overloaded", retryable: true, retryAfterMs: 20_000 },
  ],
  [
    "APICallError that shall not be repeated",
    refusal(503, "", { responseHeaders: { "x-should-retry": "false" } }),
    { code: "overloaded", retryable: false },
  ],
  [
    "APICallError 400 that the provider would repeat",
    refusal(400, "", { isRetryable: true }),
    { code: "bad_request", retryable: false },
  ],
  [
    "APICallError without a status that the provider would repeat",
    refusal(undefined, "strange", { isRetryable: true }),
    { code: "failed", retryable: true },
  ],
  [
    "APICallError before the connection",
    unreachable("ECONNREFUSED", "connect"),
    { code: "not_connected", retryable: true, scope: "runner" },
  ],
  [
    "APICallError of a connection that broke",
    unreachable("UND_ERR_SOCKET"),
    { code: "connection_lost", retryable: true },
  ],
  [
    "an error of the gateway",
    Object.assign(new Error(SECRET), { statusCode: 402, type: "insufficient_funds" }),
    { code: "insufficient_quota", retryable: true, scope: "runner" },
  ],
  ["an object", { type: "overloaded_error" }, { code: "overloaded", retryable: true }],
  ["a text", SECRET, { code: "failed", retryable: false }],
  ["undefined", undefined, { code: "failed", retryable: false }],
])("createAiRunner() reads %s", { tags: "RUN-5" }, async (_, error, expected) => {
  const clock = () => 10_000;
  const thrown = await ask(async () => Promise.reject(error), { clock });
  expect(thrown.result).toEqual({ ok: false, message: expect.any(String), ...expected });
  expect(thrown.result).toHaveProperty(
    "message",
    expect.stringMatching(/^The model service acme\.chat .*\. [A-Z].*\.$/),
  );
  expect(thrown.model.doStreamCalls).toHaveLength(1);
  // The same error as an event, after half of an answer.
  const parts = [...textParts("Half."), { type: "error", error } as StreamPart, finish("error")];
  const { retryAfterMs, ...code } = expected;
  const late = await ask(parts, { clock });
  expect(late.result).toEqual({
    ...{ ok: false, message: expect.any(String), partial: "Half.", ...code, retryable: false },
  });
});

test.each<readonly [parts: readonly StreamPart[], expected: Readonly<Record<string, unknown>>]>([
  [
    [...textParts("x"), finish("stop")],
    { ok: true, text: "x", usage: { inputTokens: 5, outputTokens: 2 } },
  ],
  [[finish("stop")], { ok: true, text: "" }],
  [[...textParts("a"), ...textParts("b"), finish("stop")], { ok: true, text: "ab" }],
  [[...textParts("<think>Hm.</think>x"), finish("stop")], { ok: true, text: "x" }],
  [[...textParts("x"), finish("length")], { ok: true, text: "x\n\n[cut by the model]" }],
  [[finish("length")], { code: "too_long", retryable: false }],
  [[finish("content-filter", "refusal")], { code: "refused", retryable: false }],
  [[finish("tool-calls")], { code: "unexpected_tool_call", retryable: false }],
  [
    [
      ...textParts("x"),
      { type: "tool-call", toolCallId: "1", toolName: "look", input: "{}" },
      finish("tool-calls"),
    ],
    { code: "unexpected_tool_call", partial: "x", retryable: false },
  ],
  [
    [
      { type: "tool-call", toolCallId: "1", toolName: "web", input: "{}", providerExecuted: true },
      { type: "tool-result", toolCallId: "1", toolName: "web", result: {} },
      ...textParts("x"),
      finish("stop"),
    ],
    { code: "unexpected_tool_call", retryable: false },
  ],
  [[...textParts("x"), finish("other", "compaction")], { ok: true, text: "x" }],
  [
    [...textParts("x"), finish("other", undefined)].map((part) =>
      part.type === "finish"
        ? { ...part, finishReason: { unified: "other", raw: undefined } }
        : part,
    ),
    { code: "incomplete", partial: "x", retryable: false },
  ],
  [textParts("x"), { code: "incomplete", partial: "x", retryable: false }],
  [[], { code: "incomplete", retryable: true }],
  [reasoning, { code: "incomplete", retryable: true }],
])("createAiRunner() takes a stream for what it is: %j", async (parts, expected) => {
  expect((await ask(parts)).result).toMatchObject(expected);
});

test("createAiRunner() notices a model that is silent, and counts its pings", {
  tags: "PRT-1",
}, async () => {
  for (const [parts, retryable] of [
    [[], true],
    [textParts("Half."), false],
  ] as const) {
    let task: () => void = () => undefined;
    const armed: number[] = [];
    const timer = (callback: () => void, milliseconds: number) => {
      task = callback;
      armed.push(milliseconds);
      return () => undefined;
    };
    const ping = { type: "raw" as const, rawValue: "ping" };
    const running = ask(async () => silentAfter([ping, ...parts]), { timer, silenceMs: 900_000 });
    // One limit before the call, one for its start, and one for each part.
    await expect.poll(() => armed.length).toBe(4 + parts.length);
    task();
    expect((await running).result).toMatchObject({ ok: false, code: "silent", retryable });
    expect(new Set(armed)).toEqual(new Set([290_000]));
  }
});

test("createAiRunner() ends the request when an answer is too long", {
  tags: "LIM-3",
}, async () => {
  const delta = "0123456789".repeat(10_000);
  let hasEnded: (value: unknown) => void = () => undefined;
  const ended = new Promise((resolve) => {
    hasEnded = resolve;
  });
  const { result } = await ask(async ({ abortSignal }) => ({
    stream: new ReadableStream<StreamPart>({
      start: (controller) => controller.enqueue({ type: "text-start", id: "1" }),
      pull: async (controller) => {
        // As the bytes of a response do, it comes in turns of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        if (abortSignal?.aborted !== true) {
          return controller.enqueue({ type: "text-delta", id: "1", delta });
        }
        hasEnded(true);
        controller.error(abortSignal.reason);
      },
    }),
  }));
  expect(result).toMatchObject({ ok: true, text: expect.stringMatching(/longer than 1 MiB\]$/) });
  expect(await ended).toBe(true);
});

test("createAiRunner() asks for no tool, no retry, and what the settings say", async () => {
  const { model } = await ask(
    [finish("stop")],
    {
      system: "Be brief.",
      maxOutputTokens: 9,
      thinking: (level) => ({ acme: { effort: level } }),
    },
    { thinking: "xhigh" },
  );
  expect(model.doStreamCalls).toMatchObject([
    {
      tools: undefined,
      maxOutputTokens: 9,
      providerOptions: { acme: { effort: "xhigh" } },
      prompt: [{ role: "system", content: "Be brief." }, { role: "user" }],
    },
  ]);
});

test("createAiRunner() sends no thinking level without a rule for it", {
  tags: "RUN-8",
}, async () => {
  const { model, result } = await ask([finish("stop")], {}, { thinking: "high" });
  expect(model.doStreamCalls[0]?.providerOptions).toBeUndefined();
  expect(result).not.toHaveProperty("thinking");
});

test("createAiRunner() finds the model that a turn names, and no other", {
  tags: "RUN-8",
}, async () => {
  const named = (modelId: string) =>
    new MockLanguageModelV3({
      modelId,
      doStream: async () => streamOf([...textParts(modelId), finish("stop")]),
    });
  const runner = createAiRunner({ model: named("large"), models: { "acme/fast": named("small") } });
  const none = { code: "model_not_found", scope: "run", retryable: false };
  for (const [model, expected] of [
    [undefined, { text: "large" }],
    ["large", { text: "large" }],
    ["acme/large", { text: "large" }],
    ["acme/fast", { text: "small" }],
    ["acme/larger", none],
    ["enlarge", none],
    ["constructor", none],
  ] as const) {
    const turn = createTurn(model === undefined ? {} : { model });
    const result = await runner.run(turn, new AbortController().signal);
    expect([model, result]).toMatchObject([model, expected]);
  }
  const only = createAiRunner({ model: "acme/large" });
  const { signal } = new AbortController();
  expect(await only.run(createTurn({ model: "acme/other" }), signal)).toMatchObject(none);
  expect(await createAiRunner({}).run(createTurn(), signal)).toMatchObject({
    ...{ ok: false, code: "no_model", scope: "run", retryable: false },
  });
});

test("createAiRunner() asks the default provider of the SDK for a model that is a text", async () => {
  const model = new MockLanguageModelV3({
    doStream: async () => streamOf([...textParts("ok"), finish("stop")]),
  });
  const asked: string[] = [];
  const provider = {
    languageModel: (name: string) => {
      asked.push(name);
      return model;
    },
  };
  Reflect.set(globalThis, "AI_SDK_DEFAULT_PROVIDER", provider);
  const runner = createAiRunner({ model: "acme/large" });
  const result = await runner.run(createTurn(), new AbortController().signal);
  Reflect.deleteProperty(globalThis, "AI_SDK_DEFAULT_PROVIDER");
  expect([result, asked]).toMatchObject([{ ok: true, text: "ok" }, ["acme/large"]]);
});

test("createAiRunner() reports a model of another version of the SDK", async () => {
  const model = { specificationVersion: "v9", provider: "acme.chat", modelId: "m" };
  const runner = createAiRunner({ model: model as never });
  const result = await runner.run(createTurn(), new AbortController().signal);
  expect(result).toMatchObject({ ok: false, code: "bad_request", scope: "run", retryable: false });
});
