import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { failureOfFetch, openRequest, readText, sendRequest } from "./http.ts";

const withCode = (code: string, syscall?: string): Error =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });

const wrapped = (cause: unknown): Error => new TypeError("fetch failed", { cause });

describe("failureOfFetch()", () => {
  test.each([
    ["a refused connection", wrapped(withCode("ECONNREFUSED"))],
    ["an unknown name", wrapped(withCode("ENOTFOUND", "getaddrinfo"))],
    ["a resolver that fails", wrapped(withCode("EAI_AGAIN"))],
    ["a route that is missing", wrapped(withCode("EHOSTUNREACH"))],
    ["a slow connect", wrapped(withCode("UND_ERR_CONNECT_TIMEOUT"))],
    ["a connect that times out", wrapped(withCode("ETIMEDOUT", "connect"))],
    ["an expired certificate", wrapped(withCode("CERT_HAS_EXPIRED"))],
    ["a certificate of another name", wrapped(withCode("ERR_TLS_CERT_ALTNAME_INVALID"))],
    ["a self-signed certificate", wrapped(withCode("DEPTH_ZERO_SELF_SIGNED_CERT"))],
    ["all addresses of a name", wrapped(new AggregateError([withCode("ECONNREFUSED")], "all"))],
  ])("counts %s as not connected", { tags: "DEL-9" }, (_, error) => {
    expect(failureOfFetch(error)).toMatchObject({
      kind: "not_connected",
      code: "not_connected",
    });
  });

  test.each([
    ["a reset", wrapped(withCode("ECONNRESET"))],
    ["a broken pipe", wrapped(withCode("EPIPE"))],
    ["a closed socket", wrapped(withCode("UND_ERR_SOCKET"))],
    ["headers that never come", wrapped(withCode("UND_ERR_HEADERS_TIMEOUT"))],
    ["anything else", "a text"],
  ])("counts %s as lost", { tags: "DEL-12" }, (_, error) => {
    expect(failureOfFetch(error)).toMatchObject({ kind: "lost", code: "connection_lost" });
  });

  test("takes a cause that leads back to itself", { tags: "DEL-12" }, () => {
    const error: Error & { cause?: unknown } = new Error("a");
    error.cause = error;
    expect(failureOfFetch(error)).toMatchObject({ kind: "lost" });
  });

  test.each([
    ["of a cause", wrapped(withCode("ECONNRESET")), "ECONNRESET"],
    ["of the first address", wrapped(new AggregateError([withCode("EPIPE")], "all")), "EPIPE"],
    ["that is a text with a secret", wrapped(withCode("Bearer s3cret")), undefined],
    ["that is not there", new TypeError("fetch failed"), undefined],
  ])("tells the system's code %s", (_, error, system) => {
    expect(failureOfFetch(error).system).toBe(system);
  });

  test.each([
    ["timeout", "timeout"],
    [new DOMException("a", "TimeoutError"), "timeout"],
    ["the host stops", "aborted"],
    [undefined, "aborted"],
  ])("reads why a signal ended the request: %s", (reason, code) => {
    const signal = AbortSignal.abort(reason);
    expect(failureOfFetch(new Error("a"), signal)).toEqual({ kind: "lost", code });
  });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("sendRequest()", () => {
  test("posts, and gives the answer as data", async () => {
    const url = await serve((request, response) => {
      const { method, headers } = request;
      request
        .on("data", () => undefined)
        .on("end", () => {
          response.writeHead(201, { "retry-after": "7" });
          response.end(JSON.stringify({ method, token: headers.authorization }));
        });
    });
    const headers = { authorization: "Bearer t", connection: "close" };
    const answer = await sendRequest({ url, headers, body: "{}" });
    expect(answer).toMatchObject({
      kind: "answer",
      status: 201,
      isWhole: true,
      body: { method: "POST", token: "Bearer t" },
    });
    expect(answer.kind === "answer" && answer.headers.get("retry-after")).toBe("7");
  });

  test("follows no redirect", async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      response.writeHead(302, { location: "/other" }).end();
    });
    expect(await sendRequest({ url, method: "GET" })).toMatchObject({ status: 302, text: "" });
    expect(requests).toBe(1);
  });

  test("reads the beginning of an answer that is longer than the limit", async () => {
    const url = await serve((_, response) => response.end('"öööööö"'));
    const whole = await sendRequest({ url }, { maxBytes: 14 });
    expect(whole).toMatchObject({ text: '"öööööö"', isWhole: true, body: "öööööö" });
    const cut = await sendRequest({ url }, { maxBytes: 13 });
    expect(cut).toMatchObject({ text: '"öööööö', isWhole: false, body: undefined });
  });

  test("tells the status of an answer whose body breaks off", async () => {
    const url = await serve((_, response) => {
      response.writeHead(202, { "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    expect(await sendRequest({ url })).toMatchObject({ status: 202, text: "", isWhole: false });
  });

  test("ends at its time limit, and at the signal", async () => {
    const url = await serve(() => undefined);
    const { signal } = new AbortController();
    const late = await sendRequest({ url }, { timeoutMs: 1, signal });
    expect(late).toMatchObject({ code: "timeout" });
    const stop = new AbortController();
    const sent = sendRequest({ url }, { signal: stop.signal, timeoutMs: 600_000 });
    stop.abort();
    expect(await sent).toMatchObject({ kind: "lost", code: "aborted" });
  });

  test("sends nothing where the signal has fired", async () => {
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests++;
      return new Response();
    };
    const signal = AbortSignal.abort();
    const expected = { kind: "not_connected", code: "aborted" };
    expect(await sendRequest({ url: "http://x.invalid/" }, { fetch, signal })).toEqual(expected);
    expect(requests).toBe(0);
  });

  test("says that a port with nobody behind it is not connected", async () => {
    // A port that was just closed would not do: another process may get it in between.
    const failure = await sendRequest({ url: "http://127.0.0.1:2/?secret=s3cret" });
    expect(failure).toEqual({
      kind: "not_connected",
      code: "not_connected",
      system: expect.stringMatching(/^E[A-Z]+$/),
    });
  });
});

test("openRequest() leaves the body to readText(), which hears of each piece", async () => {
  const url = await serve((_, response) => {
    response.write("ab");
    setImmediate(() => response.end("cd"));
  });
  const opened = await openRequest({ url }, {});
  if (opened.kind !== "opened") throw new Error("The server is there.");
  let pieces = 0;
  const onBytes = (): void => {
    pieces++;
  };
  const read = await readText(opened.response, { maxBytes: 100, onBytes });
  expect(read).toEqual({ text: "abcd", isWhole: true });
  expect(pieces).toBeGreaterThan(0);
});
