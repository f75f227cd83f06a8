// The local model server, tried with clients that were made for the real services.

import { fileURLToPath } from "node:url";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, streamText } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { createLocalModel } from "../../../../examples/local-model/local-model.mjs";
import { createCommandRunner } from "../../src/runner/command/create-command-runner.ts";
import { PRESETS } from "../../src/runner/command/presets.ts";
import { createAgentHome } from "./agent-homes.ts";
import { createTurn } from "./create-turn.ts";
import { startModel } from "./start-model.ts";

const KEY = "sk-local";
const TEXT = "The build is red, because a test of the parser fails. 🙂";

async function openai(options: Parameters<typeof startModel>[0] = {}) {
  const model = await startModel({ apiKey: KEY, answer: () => TEXT, ...options });
  const client = new OpenAI({ apiKey: KEY, baseURL: model.baseUrl, maxRetries: 0 });
  return { client, model };
}

const messages = [{ role: "user" as const, content: "Why?" }];

test("createLocalModel() is accepted by the openai client: chat, whole and streamed", async () => {
  const { client, model } = await openai();
  const whole = await client.chat.completions.create({ model: "local", messages });
  expect(whole.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: TEXT } });
  expect(whole.usage?.total_tokens).toBeGreaterThan(0);
  const stream = client.chat.completions.stream({
    model: "local",
    messages,
    stream_options: { include_usage: true },
  });
  expect(await stream.finalContent()).toBe(TEXT);
  expect((await stream.totalUsage()).completion_tokens).toBeGreaterThan(0);
  expect(model.requests.map(({ text }) => text)).toEqual(["Why?", "Why?"]);
});

test("createLocalModel() is accepted by the openai client: responses, whole and streamed", async () => {
  const { client } = await openai();
  const whole = await client.responses.create({ model: "local", input: "Why?" });
  expect([whole.output_text, whole.status]).toEqual([TEXT, "completed"]);
  const stream = client.responses.stream({ model: "local", input: messages });
  let deltas = "";
  stream.on("response.output_text.delta", ({ delta }) => {
    deltas += delta;
  });
  expect((await stream.finalResponse()).output_text).toBe(TEXT);
  expect(deltas).toBe(TEXT);
});

test("createLocalModel() lists models and refuses as the openai client knows it", async () => {
  const { client, model } = await openai({
    fault: ({ text }) =>
      text === "429"
        ? {
            kind: "refuse",
            status: 429,
            code: "rate_limit_exceeded",
            headers: { "retry-after": "7" },
          }
        : undefined,
  });
  expect((await client.models.list()).data.map(({ id }) => id)).toContain("local");
  const busy = client.responses.create({ model: "local", input: "429" });
  await expect(busy).rejects.toThrow(OpenAI.RateLimitError);
  const stranger = new OpenAI({ apiKey: "wrong", baseURL: model.baseUrl, maxRetries: 0 });
  await expect(stranger.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
  const empty = client.chat.completions.create({ model: "", messages: [] });
  await expect(empty).rejects.toThrow(OpenAI.BadRequestError);
});

test("createLocalModel() sends an error in a stream that the openai client takes for one", async () => {
  const { client } = await openai({
    fault: () => ({ kind: "error", code: "server_error", after: "half" }),
  });
  const stream = client.chat.completions.stream({ model: "local", messages });
  await expect(stream.finalContent()).rejects.toThrow("As asked for.");
});

test("createLocalModel() is accepted by the AI SDK, whole and streamed", async () => {
  const model = await startModel({ apiKey: KEY, answer: () => TEXT });
  const provider = createOpenAICompatible({
    name: "local",
    baseURL: model.baseUrl,
    apiKey: KEY,
    includeUsage: true,
  });
  const prompt = { model: provider("local"), prompt: "Why?", maxRetries: 0 };
  const whole = await generateText(prompt);
  expect([whole.text, whole.finishReason]).toEqual([TEXT, "stop"]);
  const stream = streamText(prompt);
  expect(await stream.text).toBe(TEXT);
  expect((await stream.usage).outputTokens).toBeGreaterThan(0);
});

test("createLocalModel() speaks /v1/messages, whole and streamed", async () => {
  const { baseUrl } = await startModel({ answer: () => TEXT, apiKey: KEY });
  const ask = (
    body: object,
    headers: Record<string, string> = { "anthropic-version": "2023-06-01" },
  ) =>
    fetch(`${baseUrl}/messages?beta=true`, {
      method: "POST",
      headers: { "x-api-key": KEY, ...headers },
      body: JSON.stringify({
        model: "m",
        max_tokens: 9,
        messages,
        system: [{ text: "Be brief." }],
        ...body,
      }),
    });
  const whole = await ask({});
  expect(await whole.json()).toMatchObject({
    type: "message",
    content: [{ type: "text", text: TEXT }],
    stop_reason: "end_turn",
    usage: { output_tokens: expect.any(Number) },
  });
  const names = (await (await ask({ stream: true })).text()).matchAll(/^event: (\w+)$/gm);
  const kinds = [...new Set([...names].map(([, name]) => name))];
  expect(kinds).toEqual([
    ...["message_start", "content_block_start", "ping", "content_block_delta"],
    ...["content_block_stop", "message_delta", "message_stop"],
  ]);
  expect((await ask({}, {})).status).toBe(400);
  expect((await ask({ max_tokens: undefined })).status).toBe(400);
});

test("createLocalModel() gives canned answers by default, and 404 elsewhere", async () => {
  expect(createLocalModel().listening).toBe(false);
  const { baseUrl } = await startModel();
  const ask = async (content: string) => {
    const client = new OpenAI({ apiKey: "any", baseURL: baseUrl });
    const input = { model: "local", messages: [{ role: "user" as const, content }] };
    return (await client.chat.completions.create(input)).choices[0]?.message.content;
  };
  expect(await ask("Answer HEARTBEAT_OK if nothing needs the user.")).toBe("HEARTBEAT_OK");
  expect(await ask("Hello.")).toBe("This is a canned answer of the local model.");
  expect((await fetch(new URL("/", baseUrl), { method: "HEAD" })).status).toBe(404);
});

const PI = fileURLToPath(new URL("../../../../node_modules/.bin/pi", import.meta.url));

/** pi takes seconds to start on a machine that does other work. */
const TIME = 120_000;

test("createCommandRunner() goes on with a session of pi, which is offered no tool", {
  tags: "SES-5",
  timeout: TIME,
}, async () => {
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
});

test("createCommandRunner() reads the error of pi, which exits with 0, and ends it when it waits", {
  tags: "RUN-5",
  timeout: TIME,
}, async () => {
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
});
