import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Answer, Fault } from "../../../../../examples/local-model/types.ts";
import { type Scene, testRunner } from "../../../test/runner-suite.ts";
import { createTurn } from "../../../test/runners/create-turn.ts";
import { type StartedModel, startModel } from "../../../test/runners/start-model.ts";
import type { Runner, TurnRequest, TurnResult } from "../../model/turn.ts";
import { createHttpRunner } from "./create-http-runner.ts";
import type { HttpRunnerOptions } from "./model-api.ts";

const SECRET = "sk-very-secret-0123456789";
const APIS = ["chat", "responses"] as const;

const FAULTS: Readonly<Partial<Record<Scene["kind"], Fault>>> = {
  refuses: { kind: "refuse", status: 401, code: "invalid_api_key" },
  "is-busy": { kind: "refuse", status: 503, code: "server_is_overloaded" },
  "breaks-off": { kind: "half" },
  "is-silent": { kind: "silence", after: "nothing" },
};

for (const api of APIS) {
  for (const stream of [true, false]) {
    testRunner(`createHttpRunner() ${api}${stream ? ", streamed" : ""}`, async (scene) => {
      let reach: (value: unknown) => void = () => undefined;
      const reached = new Promise((resolve) => {
        reach = resolve;
      });
      const model = await startModel({
        apiKey: SECRET,
        answer: () => {
          reach(undefined);
          if (scene.kind === "answers") return scene.text;
          return scene.kind === "narrates"
            ? `<think>Hm.\nOh.</think>\n\n${scene.text}`
            : "The answer is long.";
        },
        fault: () => FAULTS[scene.kind],
      });
      const { requests } = model;
      const baseUrl = scene.kind === "is-not-there" ? CLOSED_URL : model.baseUrl;
      return {
        runner: createHttpRunner({
          baseUrl,
          apiKey: SECRET,
          api,
          stream,
          model: "local",
          thinkingLevels: ["low", "high"],
        }),
        messages: () => requests.map(({ text }) => text),
        keys: () => requests.map(({ headers }) => headers["idempotency-key"]),
        secret: SECRET,
        reached: () => reached,
      };
    });
  }
}

/** Nobody listens there any more. */
/** Nothing listens here. A port that was just closed would not do: another process may get it in between. */
const CLOSED_URL = "http://127.0.0.1:2/v1";

interface Asked {
  readonly result: TurnResult;
  readonly model: StartedModel;
}

async function ask(
  scene: {
    readonly fault?: Fault;
    readonly answer?: string | Answer;
    readonly options?: Partial<HttpRunnerOptions>;
    readonly turn?: Partial<TurnRequest>;
  } = {},
): Promise<Asked> {
  const model = await startModel({
    ...(scene.answer !== undefined && { answer: () => scene.answer as string }),
    fault: () => scene.fault,
  });
  const runner: Runner = createHttpRunner({
    baseUrl: model.baseUrl,
    model: "local",
    ...scene.options,
  });
  const result = await runner.run(createTurn(scene.turn), new AbortController().signal);
  return { result, model };
}

const history = [{ at: 1, message: "Hello.", answer: "" }];

describe.each(APIS)("createHttpRunner() with %s", (api) => {
  test("createHttpRunner() hands on the history, oldest first, and the system prompt", {
    tags: "SES-1",
  }, async () => {
    const { model } = await ask({ options: { api, system: "Be brief." }, turn: { history } });
    expect(model.requests[0]?.messages).toEqual([
      { role: "system", text: "Be brief." },
      { role: "user", text: "Hello." },
      { role: "assistant", text: "(no answer)" },
      { role: "user", text: "The build is red." },
    ]);
  });

  test("createHttpRunner() counts tokens as the service does", async () => {
    for (const stream of [true, false]) {
      const { result } = await ask({ options: { api, stream }, answer: "12345678" });
      expect(result).toMatchObject({ usage: { inputTokens: 5, outputTokens: 2 } });
    }
  });

  test.each([
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
  ] as const)("createHttpRunner() reads the end of %j", async (answer, expected) => {
    for (const stream of [true, false]) {
      const { result } = await ask({ options: { api, stream }, answer });
      expect(result).toMatchObject(expected);
    }
  });

  test.each([
    [
      { kind: "half" },
      { code: "connection_lost", retryable: false, partial: expect.stringMatching(/^A long/) },
    ],
    [{ kind: "no-end" }, { code: "incomplete", retryable: false, partial: expect.any(String) }],
    [
      { kind: "error", code: "server_error", after: "half" },
      { code: "server_error", retryable: false },
    ],
    [
      { kind: "error", code: "rate_limit_exceeded", after: "nothing" },
      { code: "rate_limited", retryable: true },
    ],
    [
      { kind: "error", code: "insufficient_quota", after: "nothing" },
      { code: "insufficient_quota", retryable: true, scope: "runner" },
    ],
    [
      { kind: "error", code: "strange", after: "nothing" },
      { code: "failed", retryable: false },
    ],
  ] as const)(
    "createHttpRunner() takes a stream for what it is: %j",
    { tags: "RUN-5" },
    async (fault, expected) => {
      const { result, model } = await ask({
        options: { api },
        answer: "A long answer. ".repeat(20),
        fault,
      });
      expect(result).toMatchObject({ ok: false, ...expected });
      expect(model.requests).toHaveLength(1);
    },
  );
});

test.each([
  [400, "bad", "bad_request", false],
  [400, "context_length_exceeded", "too_long", false],
  [401, "invalid_api_key", "unauthorized", true, "runner"],
  [402, "billing_error", "insufficient_quota", true, "runner"],
  [403, "", "forbidden", false, "run"],
  [404, "model_not_found", "model_not_found", false, "run"],
  [404, "", "not_found", false, "run"],
  [408, "", "request_timeout", true],
  [409, "", "request_timeout", true],
  [413, "", "too_large", false],
  [425, "", "request_timeout", true],
  [429, "rate_limit_exceeded", "rate_limited", true],
  [429, "insufficient_quota", "insufficient_quota", true, "runner"],
  [500, "", "server_error", true],
  [502, "", "server_error", true],
  [503, "slow_down", "rate_limited", true],
  [529, "overloaded_error", "overloaded", true],
])(
  "createHttpRunner() reads %i %s as %s",
  { tags: "RUN-5" },
  async (status, code, expected, retryable, scope?: string) => {
    const { result, model } = await ask({ fault: { kind: "refuse", status, code } });
    expect(result).toMatchObject({ ok: false, code: expected, retryable });
    expect((result as { scope?: string }).scope).toBe(scope);
    expect(result).toHaveProperty(
      "message",
      expect.stringMatching(/^The model service at 127.*\. [A-Z].*\.$/),
    );
    expect(model.requests).toHaveLength(1);
  },
);

test.each([
  [{ "retry-after": "2" }, { retryable: true, retryAfterMs: 2_000 }],
  [{ "retry-after": "1.5" }, { retryable: true, retryAfterMs: 1_500 }],
  [{ "retry-after": "Thu, 01 Jan 1970 00:00:30 GMT" }, { retryable: true, retryAfterMs: 20_000 }],
  [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, { retryable: true, retryAfterMs: 0 }],
  [{ "retry-after": "soon" }, { retryable: true }],
  [
    { "retry-after": "9", "retry-after-ms": "250.4" },
    { retryable: true, retryAfterMs: 251 },
  ],
  [{ "retry-after": "9", "x-should-retry": "false" }, { retryable: false }],
] as const)("createHttpRunner() keeps %j", { tags: "RUN-5" }, async (headers, expected) => {
  const { result } = await ask({
    fault: { kind: "refuse", status: 429, headers },
    options: { clock: () => 10_000 },
  });
  const { retryable, retryAfterMs } = result as { retryable: boolean; retryAfterMs?: number };
  expect({ retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) }).toEqual(expected);
});

test("createHttpRunner() tries again what the service wants to be tried again", {
  tags: "RUN-5",
}, async () => {
  const fault = { kind: "refuse", status: 400, headers: { "x-should-retry": "true" } } as const;
  expect((await ask({ fault })).result).toMatchObject({ code: "bad_request", retryable: true });
});

test("createHttpRunner() follows no redirect", { tags: "SEC-5" }, async () => {
  const elsewhere = await startModel();
  const headers = { location: `${elsewhere.baseUrl}/chat/completions` };
  for (const status of [301, 302, 307, 308]) {
    const { result } = await ask({
      fault: { kind: "refuse", status, headers },
      options: { apiKey: "k" },
    });
    expect(result).toMatchObject({ ok: false, code: "redirected", retryable: false });
  }
  expect(elsewhere.requests).toEqual([]);
});

test("createHttpRunner() shows neither the words of the service nor the path of its address", {
  tags: "SEC-5",
}, async () => {
  const body = '{"error":{"message":"Incorrect API key provided: sk-abc","code":"SK ABC"}}';
  const { result } = await ask({ fault: { kind: "refuse", status: 401, body } });
  expect(result).toHaveProperty("message", expect.not.stringMatching(/sk-abc|SK ABC|\/v1/));
});

test.each([
  ["nothing", true],
  ["headers", true],
  ["half", false],
] as const)(
  "createHttpRunner() notices a server that is silent after %s",
  async (after, retryable) => {
    let expire: () => void = () => undefined;
    const armed: number[] = [];
    const model = await startModel({
      answer: () => "A long answer. ".repeat(20),
      fault: () => ({ kind: "silence", after }),
    });
    // The first limit is armed before the request, one when the headers come, and one for each chunk.
    const wanted = { nothing: 1, headers: 2, half: 3 }[after];
    const reached = new Promise<void>((resolve) => {
      expire = resolve;
    });
    let task: () => void = () => undefined;
    const runner = createHttpRunner({
      baseUrl: model.baseUrl,
      model: "local",
      silenceMs: 5_000,
      timer: (callback, milliseconds) => {
        task = callback;
        armed.push(milliseconds);
        if (armed.length >= wanted) expire();
        return () => undefined;
      },
    });
    const running = runner.run(createTurn(), new AbortController().signal);
    await reached;
    await new Promise((resolve) => setTimeout(resolve, 5));
    task();
    expect(await running).toMatchObject({ ok: false, code: "silent", retryable });
    expect(new Set(armed)).toEqual(new Set([5_000]));
  },
);

test("createHttpRunner() spells model and thinking level as the service does", {
  tags: "RUN-8",
}, async () => {
  const options = { model: "openai/small", models: { "openai/big": "big-1" }, provider: "openai" };
  const cases = [
    [{}, "small", undefined],
    [{ model: "openai/big", thinking: "off" }, "big-1", "none"],
    [{ model: "acme/other", thinking: "xhigh" }, "acme/other", "xhigh"],
  ] as const;
  for (const [turn, name, effort] of cases) {
    const { model } = await ask({ options, turn });
    expect([model.requests[0]?.model, model.requests[0]?.body["reasoning_effort"]]).toEqual([
      name,
      effort,
    ]);
  }
  const { model } = await ask({ options: { api: "responses" }, turn: { thinking: "low" } });
  expect(model.requests[0]?.body).toMatchObject({ reasoning: { effort: "low" }, store: false });
});

test("createHttpRunner() sends no level where the model can do none", {
  tags: "RUN-8",
}, async () => {
  const { model, result } = await ask({
    options: { thinkingLevels: [] },
    turn: { thinking: "high" },
  });
  expect(model.requests[0]?.body).not.toHaveProperty("reasoning_effort");
  expect(result).not.toHaveProperty("thinking");
});

test("createHttpRunner() asks nothing where no model is named", async () => {
  const model = await startModel();
  const runner = createHttpRunner({ baseUrl: model.baseUrl });
  expect(await runner.run(createTurn(), new AbortController().signal)).toMatchObject({
    ok: false,
    code: "no_model",
  });
  expect(model.requests).toEqual([]);
});

test("createHttpRunner() sends headers and fields of the settings, and no key where there is none", async () => {
  const { model } = await ask({
    options: {
      headers: { "x-team": "ops" },
      extraBody: { temperature: 0, model: "x" },
      maxOutputTokens: 9,
    },
  });
  const { headers = {}, body } = model.requests[0] ?? {};
  expect([headers["x-team"], headers.authorization]).toEqual(["ops", undefined]);
  expect(body).toMatchObject({
    temperature: 0,
    model: "local",
    max_completion_tokens: 9,
    stream: true,
  });
  const responses = await ask({ options: { api: "responses", maxOutputTokens: 9 } });
  expect(responses.model.requests[0]?.body).toMatchObject({ max_output_tokens: 9 });
});

test("createHttpRunner() throws for an address that is none", () => {
  expect(() => createHttpRunner({ baseUrl: "local" })).toThrow(TypeError);
});

test.each([
  ["text/html", "<html>Log in</html>", "not_json", false],
  ["application/json", "7", "not_json", false],
  ["application/json", `"${"x".repeat(17_000_000)}"`, "answer_too_large", false],
  ["text/event-stream", `data: ${"x".repeat(17_000_000)}`, "answer_too_large", false],
  [
    "text/event-stream",
    `${"data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n".repeat(410_000)}`,
    "answer_too_large",
    false,
  ],
  ["text/event-stream", "", "incomplete", true],
  ["text/event-stream", "data: {\n\n", "failed", false],
  ["text/event-stream", 'data: {"error":"busy"}\n\n', "failed", false],
  ["application/json", '{"error":{"type":"server_error"}}', "server_error", true],
  ["application/json", "{}", "incomplete", true],
])(
  "createHttpRunner() treats %s that is not an answer as a failure",
  { tags: "PRT-1" },
  async (type, body, code, retryable) => {
    const fetch = async () => new Response(body, { headers: { "content-type": type } });
    const runner = createHttpRunner({ baseUrl: "http://local/v1", model: "m", fetch });
    const result = await runner.run(createTurn(), new AbortController().signal);
    expect(result).toMatchObject({ ok: false, code, retryable });
  },
);

test.each([
  [
    '{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"text":"b"}]},"finish_reason":null}]}',
    "ab",
  ],
  ['{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}', ""],
  ['{"choices":[{"message":{"content":"a"},"finish_reason":""}],"error":null}', "a"],
])("createHttpRunner() reads what compatible servers send: %s", async (body, text) => {
  const fetch = async () => new Response(body);
  const runner = createHttpRunner({ baseUrl: "http://local/v1/", model: "m", fetch });
  const result = await runner.run(createTurn(), new AbortController().signal);
  expect(result).toEqual({ ok: true, text });
});

test("createHttpRunner() reads events with any line end, without spaces and without [DONE]", async () => {
  const chunk = (more: object) => `data:${JSON.stringify({ choices: [more] })}`;
  const body = [
    ": hello\r\nid: 1\r\n",
    `${chunk({ delta: { content: "é" } })}\r\n\r\n`,
    `${chunk({ delta: { content: "1" }, finish_reason: null })}\r\r`,
    `${chunk({ delta: {}, finish_reason: "stop" })}`,
  ].join("");
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream({
    start(controller) {
      // Each byte by itself: characters and line ends are cut.
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const fetch = async () =>
    new Response(stream, { headers: { "content-type": "text/event-stream" } });
  const runner = createHttpRunner({ baseUrl: "http://local/v1", model: "m", fetch });
  const result = await runner.run(createTurn(), new AbortController().signal);
  expect(result).toEqual({ ok: true, text: "é1" });
});

test("createHttpRunner() reports that nothing listens, with the code of the system", {
  tags: "PRT-1",
}, async () => {
  const runner = createHttpRunner({ baseUrl: CLOSED_URL, model: "m" });
  const result = await runner.run(createTurn(), new AbortController().signal);
  expect(result).toMatchObject({ ok: false, code: "not_connected", retryable: true });
  expect(result).toHaveProperty(
    "message",
    expect.stringContaining("(ECONNREFUSED) cannot be reached"),
  );
});

test("createHttpRunner() distinguishes a connection that breaks after the request from one that was never made", {
  tags: "RUN-5",
}, async () => {
  const server = createServer((request) => {
    request.resume().on("end", () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const runner = createHttpRunner({ baseUrl: `http://127.0.0.1:${port}/v1`, model: "m" });
  const result = await runner.run(createTurn(), new AbortController().signal);
  // Without tools, a turn that has sent nothing back has done nothing.
  expect(result).toMatchObject({ ok: false, code: "connection_lost", retryable: true });
  expect(result).not.toHaveProperty("scope");
});
