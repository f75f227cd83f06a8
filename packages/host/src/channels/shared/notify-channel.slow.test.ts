import { createHmac } from "node:crypto";
import type { lookup } from "node:dns";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Problem } from "@hookwright/core";
import { expect, onTestFinished, test } from "vitest";
import type { NotifyEndpoint } from "../../model/notify.ts";
import { createNotifyChannel } from "./notify-channel.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

const KEY = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLLSw";
const PART = { key: "d-1/1", to: "ci", text: '{"type":"run.completed"}', plain: false };

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Names resolve to these addresses, a different list for each question. */
function channelOf(change: Partial<NotifyEndpoint>, ...addresses: readonly (readonly string[])[]) {
  const problems: Problem[] = [];
  const asked: string[] = [];
  const endpoint = {
    ...{ name: "ci", url: "https://ci.example/in", secret: `whsec_${KEY}` },
    ...{ types: new Set(["run.dead"] as const), allowPrivate: false, ...change },
  };
  const fake = ((name: string, _: object, done: (...all: unknown[]) => void) => {
    const found = addresses[Math.min(asked.length, addresses.length - 1)] ?? [];
    asked.push(name);
    const all = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    done(all.length === 0 ? Object.assign(new Error("none"), { code: "ENOTFOUND" }) : null, all);
  }) as never as typeof lookup;
  const channel = createNotifyChannel([endpoint], {
    ...{ clock: () => 1_700_000_000_000, report: (problem) => void problems.push(problem) },
    ...(addresses.length > 0 && { lookup: fake }),
  });
  if (channel === undefined) throw new Error("There is no channel.");
  const send = () => channel.send(PART, new AbortController().signal);
  return { channel, send, problems, asked };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}

test("createNotifyChannel() signs as the specification of Standard Webhooks says", async () => {
  const got: { headers: IncomingMessage["headers"]; body: string }[] = [];
  const port = await listen(async (request, response) => {
    got.push({ headers: request.headers, body: await bodyOf(request) });
    response.end("ok");
  });
  const { send, channel } = channelOf({ url: `http://127.0.0.1:${port}/in` });
  expect(await send()).toEqual({ kind: "sent", id: "d-1" });
  const [{ headers, body } = { headers: {}, body: "" }] = got;
  const signed = `d-1.1700000000.${PART.text}`;
  const mac = createHmac("sha256", Buffer.from(KEY, "base64")).update(signed).digest("base64");
  expect(body).toBe(PART.text);
  expect(headers).toMatchObject({
    ...{ "webhook-id": "d-1", "webhook-timestamp": "1700000000" },
    ...{ "webhook-signature": `v1,${mac}`, "content-type": "application/json" },
  });
  expect(channel.parseRecipient("ci")).toEqual({ ok: true, to: "ci" });
  expect(channel.parseRecipient("other")).toMatchObject({ ok: false });
  const other = await channel.send({ ...PART, to: "gone" }, new AbortController().signal);
  expect(other).toMatchObject({ kind: "refused", code: "notify_unknown" });
});

test.each([
  [204, { kind: "sent", id: "d-1" }],
  [302, { kind: "refused", code: "redirected" }],
  [400, { kind: "refused", code: "notify_refused" }],
  [410, { kind: "refused", code: "notify_refused" }],
  [429, { kind: "retry", code: "rate_limited", afterMs: 7_000 }],
  [503, { kind: "retry", code: "server_error", afterMs: 7_000 }],
])("createNotifyChannel() takes the status %i, and follows no redirect", async (status, result) => {
  let others = 0;
  const port = await listen((request, response) => {
    if (request.url === "/other") others += 1;
    response.writeHead(status, { location: "/other", "retry-after": "7" }).end();
  });
  expect(await channelOf({ url: `http://localhost:${port}/in` }).send()).toMatchObject(result);
  expect(others).toBe(0);
});

const REFUSED = { kind: "refused", code: "private_address" };

test.each([
  ["https://10.0.0.1/", []],
  ["https://167772161/", []],
  ["https://0xa.1/", []],
  ["https://012.0.0.1/", []],
  ["https://0/", []],
  ["https://[::]/", []],
  ["https://[::7f00:1]/", []],
  ["https://[::ffff:169.254.169.254]/", []],
  ["https://[::ffff:a9fe:a9fe]/", []],
  ["https://[64:ff9b::a00:1]/", []],
  ["https://[fe80::1]/", []],
  ["https://ci.example/", ["127.0.0.1"]],
  ["https://ci.example/", ["::ffff:192.168.0.1"]],
  ["https://ci.example/", ["93.184.216.34", "10.0.0.1"]],
  ["https://ci.example./", ["::1"]],
  ["http://localhost/", ["93.184.216.34"]],
  ["http://localhost/", ["10.0.0.1"]],
])("createNotifyChannel() does not connect to %s at %j", async (url, addresses) => {
  expect(await channelOf({ url }, addresses).send()).toMatchObject(REFUSED);
});

test("createNotifyChannel() asks for the address at each connection, and connects to none that changed", async () => {
  const port = await listen((_, response) => void response.end());
  const url = `http://localhost:${port}/`;
  const { send, asked } = channelOf({ url }, ["127.0.0.1"], ["10.0.0.1"]);
  expect(await send()).toMatchObject({ kind: "sent" });
  expect(await send()).toMatchObject(REFUSED);
  expect(asked).toEqual(["localhost", "localhost"]);
});

test("createNotifyChannel() reaches a private address with allowPrivate", async () => {
  const port = await listen((_, response) => void response.end());
  const url = `http://ci.example:${port}/`;
  const { send } = channelOf({ url, allowPrivate: true }, ["127.0.0.1"]);
  expect(await send()).toMatchObject({ kind: "sent" });
});

test("createNotifyChannel() tries again what has no connection or no name", async () => {
  const again = { kind: "retry", code: "not_connected" };
  expect(await channelOf({}, []).send()).toEqual(again);
  expect(await channelOf({ url: "http://127.0.0.1:9/" }).send()).toEqual(again);
});

test("createNotifyChannel() reports a secret that cannot be read or does not sign, and is absent without endpoints", async () => {
  expect(channelOf({ secret: { env: "NONE" } }).problems).toHaveLength(1);
  const short = await channelOf({ secret: "whsec_!" }).send();
  expect(short).toMatchObject({ kind: "refused", code: "notify_secret" });
  const ports = { clock: Date.now, report: () => undefined };
  expect(createNotifyChannel([], ports)).toBeUndefined();
});

test("isPublicAddress() knows addresses by their range, in any spelling", () => {
  const isPublic = ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"];
  const isNot = ["0.0.0.0", "100.64.0.1", "172.31.0.1", "198.18.0.1", "224.0.0.1", "::", "::1"];
  const isNotV6 = [
    "fd00::1",
    "fe80::1%eth0",
    "2002:a00:1::",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::7f00:1",
  ];
  expect([...isPublic, ...isNot, ...isNotV6].filter(isPublicAddress)).toEqual(isPublic);
  expect(["127.9.9.9", "::1", "::ffff:127.0.0.1", "10.0.0.1"].filter(isLoopbackAddress)).toEqual([
    ...["127.9.9.9", "::1", "::ffff:127.0.0.1"],
  ]);
});
