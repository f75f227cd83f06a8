import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { expect, test } from "vitest";
import { NOW, SECRET } from "../../../core/test/auth/requests.ts";
import {
  allProviders,
  chargebee,
  discord,
  github,
  mattermost,
  microsoftGraph,
  pubsub,
  sns,
  square,
  stripe,
  telegram,
} from "../vendors/generated/senders.ts";
import { VENDORS } from "../vendors/generated/vendors.ts";
import { sign } from "./sign.ts";
import { verify } from "./verify.ts";

const at = { clock: () => NOW };
const HEX = "11".repeat(32);
const URL_OF_HOOK = "https://hooks.example.com/hooks/x";

/** Right values for the options of any vendor. */
const VALUES: Readonly<Record<string, string>> = {
  secret: HEX,
  token: SECRET,
  user: "ann",
  password: SECRET,
  publicUrl: URL_OF_HOOK,
};

const CONTEXT = { id: "id-1", now: NOW, seconds: NOW / 1_000, iso: new Date(NOW).toISOString() };

const SIGNABLE = allProviders.flatMap(({ id, takes, create }) =>
  takes
    .filter(([first = ""]) => ["secret", "token", "user"].includes(first))
    .map((names) => {
      const options = Object.fromEntries(names.map((name) => [name, VALUES[name]]));
      // Jira Connect's token covers the path.
      const url = id === "jira-connect" ? { publicUrl: URL_OF_HOOK } : {};
      const sender = create({ ...options, ...url });
      return [`${id} by its ${names[0]}`, { id, sender }] as const;
    }),
);

test.each(SIGNABLE)("sign() signs as %s, and verify() accepts it", async (_, { id, sender }) => {
  const vendor = VENDORS.find(({ provider }) => provider.id === id);
  const [sample] = vendor?.samples ?? [];
  const fields = sample?.body(CONTEXT) ?? { id: "1" };
  const isForm = sample?.type === "form";
  const body = isForm
    ? new URLSearchParams(fields as Record<string, string>).toString()
    : JSON.stringify(fields);
  const contentType = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const headers = sample?.headers ?? {};
  const asked = sample?.query ?? "";
  const signed = await sign(sender, body, { ...at, headers, contentType, query: asked });
  if (!signed.ok) throw new Error(signed.message);
  const { query, ...parts } = signed;
  const result = await verify({ ...parts, url: `/hooks/x?${query}` }, sender, at);
  expect(result).toMatchObject({ ok: true });
});

test("sign() returns what a Request takes", async () => {
  const sender = github({ secret: SECRET });
  const signed = await sign(sender, "{}", { id: "delivery-1" });
  if (!signed.ok) throw new Error(signed.message);
  const result = await verify(new Request(URL_OF_HOOK, signed), sender);
  expect(result).toMatchObject({ ok: true, deliveryId: "delivery-1" });
});

test("sign() takes the newest secret", async () => {
  const signed = await sign(stripe({ secret: ["new-secret-of-24-bytes", SECRET] }), "{}", at);
  if (!signed.ok) throw new Error(signed.message);
  const sender = stripe({ secret: "new-secret-of-24-bytes" });
  expect(await verify(signed, sender, at)).toMatchObject({ ok: true });
});

test("sign() signs with a private key that the caller has", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const sender = discord({ publicKey: raw.toString("hex") });
  const bytesOf = (parts: readonly (string | Uint8Array)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part)));
  const key = {
    sign: (parts: readonly (string | Uint8Array)[]) => signBytes(null, bytesOf(parts), privateKey),
  };
  const signed = await sign(sender, '{"type":1}', { ...at, key });
  if (!signed.ok) throw new Error(signed.message);
  expect(await verify(signed, sender, at)).toMatchObject({ ok: true });
  expect(await sign(sender, "{}", at)).toMatchObject({ ok: false });
});

test("sign() says in a sentence what it cannot sign", async () => {
  const topics = ["arn:aws:sns:eu-central-1:123456789012:name"];
  for (const sender of [sns({ topics }), sns({ topics: [] }), github({ secret: "" })]) {
    expect(await sign(sender, "{}")).toEqual({ ok: false, message: expect.stringMatching(/\.$/) });
  }
  expect(await sign(microsoftGraph({ token: SECRET }), "text")).toMatchObject({ ok: false });
});

test("sign() signs the bytes of a body and the URL that the vendor knows", async () => {
  const body = new TextEncoder().encode("{}");
  const ofUrl = square({ secret: SECRET, publicUrl: URL_OF_HOOK });
  for (const sender of [ofUrl, telegram({ token: SECRET })]) {
    const signed = await sign(sender, body, at);
    if (!signed.ok) throw new Error(signed.message);
    expect(await verify({ ...signed, url: "/hooks/x" }, sender, at)).toMatchObject({ ok: true });
  }
});

test("sign() puts a token into a form or an object, and into nothing else", async () => {
  const sender = mattermost({ token: SECRET });
  const contentType = "application/x-www-form-urlencoded";
  const form = await sign(sender, Uint8Array.of(0xff), { contentType });
  expect(form.ok && new TextDecoder().decode(form.body)).toBe(`token=${SECRET}`);
  expect(await sign(sender, Uint8Array.of(0xff))).toMatchObject({ ok: false });
});

test("sign() cannot sign for a vendor that publishes its keys", async () => {
  const sender = pubsub({ audience: URL_OF_HOOK, email: "push@example.com" });
  expect(await sign(sender, "{}")).toMatchObject({ ok: false });
});

test("sign() sends user and password as one token", async () => {
  const signed = await sign(chargebee({ user: "ann", password: SECRET }), "{}");
  expect(signed.ok && signed.headers["authorization"]).toBe(`Basic ${btoa(`ann:${SECRET}`)}`);
});
