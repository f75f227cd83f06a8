import { once } from "node:events";
import type { RequestListener } from "node:http";
import { Agent, createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { compileHooks } from "@hookwright/core";
import { afterEach, expect, test } from "vitest";
import { certificatePem } from "../../../core/test/auth/certificates.ts";
import { RSA, signToken } from "../../../core/test/auth/tokens.ts";
import { createNodeKeys } from "./create-node-keys.ts";

const HOUR = 3_600_000;
const dates = { notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR };
const cert = certificatePem({ key: RSA, commonName: "x", dnsNames: ["localhost"], ...dates });
const key = RSA.privateKey.export({ format: "pem", type: "pkcs8" });

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(listener: RequestListener): Promise<string> {
  server = createServer({ key, cert }, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `https://localhost:${(server.address() as AddressInfo).port}/keys`;
}

const keys = createNodeKeys({ agent: new Agent({ ca: cert }) });
const fetchFrom = (url: string, signal = new AbortController().signal) =>
  keys.fetch(url, { signal });

test("createNodeKeys() gives status and bytes of a key service", async () => {
  const url = await listen((request, response) => response.writeHead(404).end(request.url));
  const { status, bytes } = await fetchFrom(url);
  expect([status, Buffer.from(bytes).toString()]).toEqual([404, "/keys"]);
});

test("createNodeKeys() follows no redirect", async () => {
  const paths: unknown[] = [];
  const url = await listen((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: "/other" }).end();
  });
  expect((await fetchFrom(url)).status).toBe(302);
  expect(paths).toEqual(["/keys"]);
});

test("createNodeKeys() stops reading an answer without end", async () => {
  const url = await listen((_request, response) => {
    const write = () => {
      while (response.write(Buffer.alloc(16_384)));
      response.once("drain", write);
    };
    write();
  });
  const { bytes } = await fetchFrom(url);
  expect(bytes.length).toBeGreaterThan(65_536);
  expect(bytes.length).toBeLessThan(200_000);
});

test("createNodeKeys() speaks HTTPS alone, with hosts whose certificate it can trust", async () => {
  const url = await listen((_request, response) => response.end("ok"));
  await expect(
    createNodeKeys().fetch(url, { signal: new AbortController().signal }),
  ).rejects.toThrow();
  await expect(fetchFrom(url.replace("https", "http"))).rejects.toThrow();
  await expect(fetchFrom(url.replace("localhost", "127.0.0.1"))).rejects.toThrow();
});

test("createNodeKeys() ends a request that is aborted, before and in its answer", async () => {
  const controller = new AbortController();
  const url = await listen((_request, response) => {
    response.write("half");
    setImmediate(() => controller.abort());
  });
  await expect(fetchFrom(url, controller.signal)).rejects.toThrow();
  await expect(fetchFrom(url, controller.signal)).rejects.toThrow();
});

test("createNodeKeys() fetches what verifies tokens, and the keys go on when the service is gone", async () => {
  const paths: unknown[] = [];
  const url = await listen((request, response) => {
    paths.push(request.url);
    const jwk = { ...RSA.publicKey.export({ format: "jwk" }), kid: "one" };
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  const auth = { scheme: "jwt" as const, jwks: url };
  const mapping = { match: { path: "x" }, messageTemplate: "x", auth };
  const token = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
  const hooks = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } }, { keys });
  const check = (kid: string, receivedAt = Date.now()) => {
    const sent = signToken({ iat: receivedAt / 1000 }, { key: RSA.privateKey, header: { kid } });
    const headers = { authorization: `Bearer ${sent}` };
    const request = { method: "POST", target: "/", headers, body: new Uint8Array(), receivedAt };
    return hooks.endpoint("x")?.auth?.check(request);
  };
  expect(await check("one")).toMatchObject({ ok: true });
  expect(await check("two")).toEqual({ ok: false, code: "key_unknown" });
  expect(paths).toEqual(["/keys"]);
  server?.closeAllConnections();
  server?.close();
  expect(await check("one", Date.now() + 2 * HOUR)).toMatchObject({ ok: true });
  expect(await check("two", Date.now() + 4 * HOUR)).toEqual({
    ok: false,
    code: "keys_unavailable",
  });
});
