import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { afterEach, expect, test } from "vitest";
import type { MailPost } from "../model/mail.ts";
import { classifyAnswer, createHttpPost, createIngressPost } from "./create-post.ts";

const TOKEN = "a-long-random-text-of-your-own";
const mailPost: MailPost = {
  source: "gmail",
  account: "you@gmail.com",
  historyId: "7",
  messages: [{ id: "a", threadId: "a", from: "Ann <ann@x.org>", subject: "Hi", body: "It's “…”" }],
};
const options = { idempotencyKey: "gmail:you@gmail.com:a", signal: new AbortController().signal };

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function listen(status: number | undefined, headers: Record<string, string> = {}) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ url: request.url, headers: request.headers, body });
    if (status !== undefined) response.writeHead(status, headers).end("{}");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/gmail`, seen };
}

const postTo = (hookUrl: string, timeoutMs?: number) =>
  createHttpPost({
    ...{ hookUrl, hookToken: TOKEN, now: Date.now },
    ...(timeoutMs !== undefined && { timeoutMs }),
  })(mailPost, options);

test("createHttpPost() posts with the token and the key in headers, and not in the URL", async () => {
  const { url, seen } = await listen(202);
  expect(await postTo(url)).toEqual({ ok: true });
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual(mailPost);
  expect(seen[0]?.url).toBe("/hooks/gmail");
  expect(seen[0]?.headers).toMatchObject({
    "content-type": "application/json",
    authorization: `Bearer ${TOKEN}`,
    "idempotency-key": "gmail:you@gmail.com:a",
  });
});

test("createHttpPost() follows no redirect: the token would go along", async () => {
  const other = await listen(202);
  const { url } = await listen(307, { location: other.url });
  expect(await postTo(url)).toMatchObject({ isFinal: true, concerns: "host" });
  expect(other.seen).toEqual([]);
});

test("createHttpPost() gives up after its time, and at a closed port, for now", async () => {
  const { url } = await listen(undefined);
  expect(await postTo(url, 20)).toEqual({
    ok: false,
    isFinal: false,
    reason: "the host did not answer within 0.02 s",
  });
  expect(await postTo("http://127.0.0.1:1/hooks/gmail")).toMatchObject({
    isFinal: false,
    reason: expect.stringContaining("cannot be reached"),
  });
});

test.each([404, 418, undefined])(
  "createHttpPost() keeps the query of hookUrl out of reasons and hints: %s",
  async (status) => {
    const url =
      status === undefined ? "http://127.0.0.1:1/hooks/gmail" : (await listen(status)).url;
    const said = JSON.stringify(await postTo(`${url}?token=s3cret`));
    expect(said).toContain(url);
    expect(said).not.toContain("s3cret");
  },
);

function ingressOf(hooks: object, taken: string[]) {
  return createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN, ...hooks } }),
    dispatch: (action) => {
      taken.push(action.kind === "agent" ? action.message : action.text);
    },
  });
}

test("createIngressPost() becomes one run of the preset, once", async () => {
  const taken: string[] = [];
  const ingress = ingressOf({ presets: ["gmail"] }, taken);
  const target = "/hooks/gmail";
  const post = createIngressPost({ ingress, target, hookToken: () => TOKEN, now: Date.now });
  expect(await post(mailPost, options)).toEqual({ ok: true });
  expect(await post(mailPost, options)).toEqual({ ok: true });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toContain("It's “…”");
  // Its labels have changed since.
  const changed: MailPost = { ...mailPost, historyId: "8" };
  expect(await post(changed, options)).toEqual({ ok: true });
  expect(taken).toHaveLength(1);
});

test("createIngressPost() tells what a server would", async () => {
  const open = { hookToken: () => TOKEN, now: Date.now };
  const ingress = ingressOf({ presets: ["gmail"], maxBodyBytes: 1_000 }, []);
  const wrong = createIngressPost({
    ...open,
    ingress,
    target: "/hooks/gmail",
    hookToken: () => "x",
  });
  expect(await wrong(mailPost, options)).toMatchObject({ isFinal: true, concerns: "host" });
  const elsewhere = createIngressPost({ ...open, ingress, target: "/other" });
  expect(await elsewhere(mailPost, options)).toMatchObject({ isFinal: true, concerns: "mail" });
  const small = ingressOf(
    { mappings: [{ match: { path: "gmail" }, maxBodyBytes: 100, messageTemplate: "x" }] },
    [],
  );
  const large = createIngressPost({ ...open, ingress: small, target: "/hooks/gmail" });
  expect(await large(mailPost, options)).toMatchObject({
    reason: expect.stringContaining("413"),
    hint: expect.stringContaining("maxBodyBytes"),
  });
});

const now = Date.UTC(2026, 0, 31);
const classify = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  classifyAnswer(
    { status, headers: new Headers(headers), text: JSON.stringify(body) },
    { target: "/hooks/gmail", now },
  );

test.each([200, 202, 204])("classifyAnswer(): %i is taken", (status) => {
  expect(classify(status)).toEqual({ ok: true });
});

test.each([429, 500, 503, 504, 408, 409, 425])(
  "classifyAnswer(): %i is posted again later",
  (status) => {
    expect(classify(status)).toMatchObject({ ok: false, isFinal: false });
  },
);

test("classifyAnswer(): Retry-After is read in seconds and as a date", () => {
  expect(classify(503, {}, { "retry-after": "5" })).toMatchObject({ retryAfterMs: 5_000 });
  const date = new Date(now + 9_000).toUTCString();
  expect(classify(429, {}, { "retry-after": date })).toMatchObject({ retryAfterMs: 9_000 });
  expect(classify(503, {}, { "retry-after": "soon" })).not.toHaveProperty("retryAfterMs");
});

test.each([
  [400, "mail", "explain"],
  [401, "host", "hooks.token"],
  [403, "host", "hooks.token"],
  [404, "mail", "hooks.presets"],
  [413, "mail", "maxBodyBytes"],
  [422, "mail", "explain"],
  [307, "host", "hookUrl"],
  [405, "host", "/hooks/gmail"],
])("classifyAnswer(): %i stops with the reason and what to change", (status, concerns, hint) => {
  const body = { ok: false, error: "Said\nby the host.", code: "a_code" };
  expect(classify(status, body)).toEqual({
    ok: false,
    isFinal: true,
    concerns,
    reason: `the host answered ${status} a_code: Said by the host.`,
    hint: expect.stringContaining(hint),
  });
});

test("classifyAnswer(): a mail that was taken earlier with other labels is taken", () => {
  expect(classify(422, { code: "idempotency_conflict" })).toEqual({ ok: true });
});

test("classifyAnswer(): a response in an unknown form is not quoted", () => {
  const context = { target: "x", now };
  for (const text of ["<html>", "null", '{"error":{},"code":"A B"}']) {
    expect(classifyAnswer({ status: 400, headers: new Headers(), text }, context)).toMatchObject({
      reason: "the host answered 400",
    });
  }
});
