import { expect, test } from "vitest";
import { matchKeys, type UsableKeys } from "./match-keys.ts";
import { matchAll } from "./message/parse-message.ts";
import { createWebCrypto } from "./web-crypto.ts";

const crypto = createWebCrypto(globalThis.crypto.subtle);
const keyOf = (text: string) => crypto.hmacKey("sha256", new TextEncoder().encode(text));

const NEW = keyOf("the-new-secret-of-some-bytes");
const OLD = keyOf("the-old-secret-of-some-bytes");
const keys: UsableKeys = { kind: "hmac", keys: [NEW, OLD] };
const OTHER = new Uint8Array(32);

test("matchKeys() accepts one right signature wherever it is among wrong ones", async () => {
  const right = await OLD.sign(["a"]);
  for (const signatures of [[right], [right, OTHER], [OTHER, right], [OTHER, right, OTHER]]) {
    expect(await matchKeys({ keys }, { parts: ["a"], signatures })).toBe(1);
  }
  expect(await matchKeys({ keys }, { parts: ["a"], signatures: [OTHER, OTHER] })).toBe(-1);
});

test("matchKeys() names the newest of two keys that both match", async () => {
  const signatures = [await OLD.sign(["a"]), await NEW.sign(["a"])];
  expect(await matchKeys({ keys }, { parts: ["a"], signatures })).toBe(0);
});

test("matchAll() accepts no list without signatures, and none of two keys", async () => {
  const signed = [{ text: "a", signature: await NEW.sign(["a"]) }];
  const mixed = [...signed, { text: "b", signature: await OLD.sign(["b"]) }];
  expect(await matchAll(signed, [OLD, NEW])).toBe(1);
  expect(await matchAll(mixed, [NEW, OLD])).toBe(-1);
  expect(await matchAll([], [NEW, OLD])).toBe(-1);
});
