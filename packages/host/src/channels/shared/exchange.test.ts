import { describe, expect, test } from "vitest";
import { exchangeThrough } from "./exchange.ts";

const { signal } = new AbortController();

function answering(body: string | null, init: ResponseInit): typeof globalThis.fetch {
  return async () => new Response(body, init);
}

describe("exchangeThrough()", () => {
  test("refuses the second request of a client", { tags: "PRT-2" }, async () => {
    let requests = 0;
    let second: unknown;
    const exchange = await exchangeThrough(
      async (fetch) => {
        await fetch("http://x.invalid/");
        second = await fetch("http://x.invalid/").catch((error: unknown) => error);
      },
      {
        fetch: async () => {
          requests++;
          return new Response("{}");
        },
        signal,
      },
    );
    expect(exchange).toMatchObject({ kind: "answer", status: 200, body: {} });
    expect(requests).toBe(1);
    await expect.poll(() => String(second)).toContain("one request");
  });

  test("does not wait for a client that goes on after the answer", { tags: "PRT-2" }, async () => {
    const exchange = await exchangeThrough(
      async (fetch) => {
        await fetch("http://x.invalid/");
        await new Promise(() => undefined);
      },
      { fetch: answering("{}", { status: 503 }), signal },
    );
    expect(exchange).toMatchObject({ status: 503 });
  });

  test("reports a client that makes no request", { tags: "PRT-2" }, async () => {
    const fetch = answering("{}", {});
    const refuses = () => Promise.reject(new Error("Expected token"));
    const returns = () => Promise.resolve();
    const expected = { kind: "not_made", code: "client_refused" };
    expect(await exchangeThrough(refuses, { fetch, signal })).toEqual(expected);
    expect(await exchangeThrough(returns, { fetch, signal })).toEqual(expected);
  });

  test("reports a client that throws at once", { tags: "PRT-2" }, async () => {
    const throws = (): Promise<unknown> => {
      throw new Error("a");
    };
    const exchange = await exchangeThrough(throws, { fetch: answering("{}", {}), signal });
    expect(exchange).toEqual({ kind: "not_made", code: "client_refused" });
  });

  test("gives the client an unsuccessful answer if there was none", async () => {
    let status: number | undefined;
    await exchangeThrough(
      async (fetch) => {
        status = (await fetch("http://x.invalid/")).status;
      },
      { fetch: () => Promise.reject(new TypeError("fetch failed")), signal },
    );
    await expect.poll(() => status).toBe(400);
  });

  test("reads at most 256 KiB of an answer", { tags: "DEL-12" }, async () => {
    const fetch = answering("x".repeat(1_000_000), { status: 200 });
    const exchange = await exchangeThrough((own) => own("http://x.invalid/"), { fetch, signal });
    expect(exchange).toMatchObject({ kind: "answer", status: 200, body: undefined });
  });

  test.each([204, 205, 304])("reports a %i, which has no body", async (status) => {
    const fetch = answering(null, { status });
    const exchange = await exchangeThrough((own) => own("http://x.invalid/"), { fetch, signal });
    expect(exchange).toMatchObject({ kind: "answer", status, text: "" });
  });

  test("follows no redirect, whatever the client asks for, and keeps no header of connections", {
    tags: "SEC-5",
  }, async () => {
    let seen: RequestInit | undefined;
    await exchangeThrough(
      (own) =>
        own("http://x.invalid/", {
          headers: { connection: "keep-alive", "x-own": "1" },
          ...({ redirect: "follow" } as object),
        }),
      {
        fetch: async (_, init) => {
          seen = init;
          return new Response("{}");
        },
        signal,
      },
    );
    expect(seen?.redirect).toBe("manual");
    expect([...new Headers(seen?.headers)]).toEqual([["x-own", "1"]]);
  });
});
