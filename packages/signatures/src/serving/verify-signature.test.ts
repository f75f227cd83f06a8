import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import {
  bytesOf,
  compiledOf,
  hmac,
  NOW,
  outcome,
  requestOf,
  SECONDS,
  SECRET,
  schemeOf,
  verify,
  webCrypto,
} from "../../../core/test/auth/requests.ts";
import type { CryptoPort } from "../model.ts";
import { compileScheme } from "./compile-scheme.ts";
import { verifySignature } from "./verify-signature.ts";

const TIMED = {
  signed: "{timestamp}.{body}",
  timestamp: { header: "x-time", unit: "s", toleranceSeconds: 300 },
} as const;

const bodySigned = (text: string, signature = hmac(text)) =>
  requestOf({ text, headers: { "x-signature": signature } });

test("verifySignature() accepts a valid signature", async () => {
  expect(await verify(compiledOf(), bodySigned("hello"))).toMatchObject({ ok: true, keyIndex: 0 });
});

test.each(["sha1", "sha512"] as const)(
  "verifySignature() checks HMACs of %s",
  async (algorithm) => {
    const request = bodySigned("hello", hmac("hello", { algorithm }));
    expect(await outcome(compiledOf({ algorithm }), request)).toBe("ok");
    expect(await outcome(compiledOf(), request)).toBe("signature_malformed");
  },
);

test("verifySignature() accepts an empty body only with a signature", async () => {
  expect(await outcome(compiledOf(), bodySigned(""))).toBe("ok");
  expect(await outcome(compiledOf(), bodySigned("", hmac("x")))).toBe("signature_wrong");
});

test("verifySignature() verifies bytes that are not UTF-8, and a byte order mark, unchanged", async () => {
  for (const body of [Uint8Array.of(0xff, 0xfe, 0), bytesOf("\ufeff{}")]) {
    const request = requestOf({ body, headers: { "x-signature": hmac(body) } });
    expect(await outcome(compiledOf(), request)).toBe("ok");
  }
});

test("verifySignature() requires the exact length of the digest", async () => {
  const right = hmac("hello");
  for (const signature of [right.slice(2), `${right}00`, right.slice(0, -1), ""]) {
    expect(await outcome(compiledOf(), bodySigned("hello", signature))).toBe("signature_malformed");
  }
  expect(await outcome(compiledOf(), bodySigned("hello", right.toUpperCase()))).toBe("ok");
});

test("verifySignature() refuses a signature, time or id that came twice", async () => {
  const scheme = compiledOf({
    ...TIMED,
    signed: "{id}.{timestamp}.{body}",
    id: { header: "x-id" },
  });
  const headers = {
    "x-signature": hmac(`a.${SECONDS}.hello`),
    "x-time": SECONDS,
    "x-id": "a",
  };
  expect(await outcome(scheme, requestOf({ text: "hello", headers }))).toBe("ok");
  for (const [name, code] of [
    ["x-signature", "signature_malformed"],
    ["x-time", "timestamp_malformed"],
    ["x-id", "id_malformed"],
  ] as const) {
    const value = headers[name];
    const joined = { ...headers, [name]: `${value}, ${value}` };
    const listed = { ...headers, [name]: [value, value] };
    expect(await outcome(scheme, requestOf({ text: "hello", headers: joined }))).toBe(code);
    expect(await outcome(scheme, requestOf({ text: "hello", headers: listed }))).toBe(
      name === "x-signature" ? "signature_repeated" : code,
    );
  }
});

test("verifySignature() returns the index of the secret that matched, newest first", async () => {
  const scheme = compiledOf({}, { secrets: ["the-new-secret-0", SECRET, "the-old-secret-0"] });
  expect(await verify(scheme, bodySigned("hello"))).toMatchObject({ ok: true, keyIndex: 1 });
  const other = bodySigned("hello", hmac("hello", { secret: "another-secret-00" }));
  expect(await verify(scheme, other)).toEqual({ ok: false, code: "signature_wrong" });
});

test("verifySignature() accepts nothing without a key", async () => {
  const request = bodySigned("hello", hmac("hello", { secret: "" }));
  expect(await outcome(compiledOf({}, { secrets: [] }), request)).toBe("signature_wrong");
});

test("compileScheme() throws for an empty key", () => {
  expect(() => compiledOf({}, { secrets: [""] })).toThrow("empty");
});

test("verifySignature() verifies the time stamp as text, and checks its number", async () => {
  const scheme = compiledOf(TIMED);
  const sent = (time: string, signed = time) =>
    requestOf({
      text: "hello",
      headers: { "x-time": time, "x-signature": hmac(`${signed}.hello`) },
    });
  expect(await outcome(scheme, sent(`0${SECONDS}`))).toBe("ok");
  expect(await outcome(scheme, sent(`0${SECONDS}`, SECONDS))).toBe("signature_wrong");
  expect(await outcome(scheme, sent(String(NOW / 1000 - 301)))).toBe("timestamp_too_old");
  expect(await outcome(scheme, sent(String(NOW / 1000 + 301)))).toBe("timestamp_in_future");
});

test("verifySignature() checks the structure, then the time, then the signature", async () => {
  const scheme = compiledOf(TIMED);
  const wrong = "0".repeat(64);
  const of = (headers: Record<string, string>) => outcome(scheme, requestOf({ headers }));
  expect(await of({})).toBe("signature_missing");
  expect(await of({ "x-signature": "zz", "x-time": "x" })).toBe("signature_malformed");
  expect(await of({ "x-signature": wrong })).toBe("timestamp_missing");
  expect(await of({ "x-signature": wrong, "x-time": "1" })).toBe("timestamp_too_old");
  expect(await of({ "x-signature": wrong, "x-time": SECONDS })).toBe("signature_wrong");
});

test("verifySignature() checks a time stamp in the body only after the signature", async () => {
  const scheme = compiledOf({ timestamp: { json: "sentAt", unit: "ms", toleranceSeconds: 60 } });
  const sent = (body: object) => bodySigned(JSON.stringify(body));
  expect(await outcome(scheme, sent({ sentAt: NOW }))).toBe("ok");
  expect(await outcome(scheme, sent({ sentAt: String(NOW) }))).toBe("ok");
  expect(await outcome(scheme, sent({ sentAt: NOW - 61_000 }))).toBe("timestamp_too_old");
  expect(await outcome(scheme, sent({ sentAt: null }))).toBe("timestamp_missing");
  expect(await outcome(scheme, sent({ sentAt: NOW + 0.5 }))).toBe("timestamp_malformed");
  expect(await outcome(scheme, bodySigned("no json"))).toBe("timestamp_missing");
  const notText = Uint8Array.of(0xff);
  const bytes = requestOf({ body: notText, headers: { "x-signature": hmac(notText) } });
  expect(await outcome(scheme, bytes)).toBe("timestamp_missing");
  const tampered = bodySigned(JSON.stringify({ sentAt: 1 }), hmac("other"));
  expect(await outcome(scheme, tampered)).toBe("signature_wrong");
});

test("verifySignature() reads the time stamp of a pair in the signature's header", async () => {
  const scheme = compiledOf({
    ...TIMED,
    signature: { header: "x-signature", pairs: { separator: ",", key: "v1" } },
    timestamp: { pair: "t", unit: "s", toleranceSeconds: 300 },
  });
  const value = `t=${SECONDS},v1=${"0".repeat(64)},v1=${hmac(`${SECONDS}.hello`)}`;
  const request = requestOf({ text: "hello", headers: { "x-signature": value } });
  expect(await outcome(scheme, request)).toBe("ok");
  const bare = requestOf({ headers: { "x-signature": `v1=${hmac("")}` } });
  expect(await outcome(scheme, bare)).toBe("timestamp_missing");
});

test("verifySignature() refuses an id that could take text of the next part", async () => {
  const scheme = compiledOf({ signed: "{id}.{body}", id: { header: "x-id" } });
  const of = (id: string | undefined, text = "hello") =>
    verify(
      scheme,
      requestOf({
        text,
        headers: { "x-signature": hmac(`${id}.${text}`), ...(id !== undefined && { "x-id": id }) },
      }),
    );
  expect(await of("msg_1-A")).toMatchObject({ ok: true, keyIndex: 0, signedId: "msg_1-A" });
  for (const id of ["a.b", "", "a b", "a:b", "é", "a".repeat(257)]) {
    expect(await of(id)).toEqual({ ok: false, code: "id_malformed" });
  }
  expect(await of(undefined)).toEqual({ ok: false, code: "id_missing" });
});

test("verifySignature() refuses a request in which a signed part is missing", async () => {
  const scheme = compiledOf({ signed: "{header:x-part}{body}" });
  expect(await outcome(scheme, bodySigned("hello"))).toBe("signed_part_missing");
});

test("verifySignature() returns synchronously if the crypto port does", () => {
  const digest = Uint8Array.from(Buffer.from(hmac("hello"), "hex"));
  const key = { sign: () => digest };
  const scheme = { ...compiledOf(), keys: { kind: "hmac", keys: [key] } } as const;
  const result = verifySignature(scheme, {
    request: bodySigned("hello"),
    crypto: {} as CryptoPort,
  });
  expect(result).toMatchObject({ ok: true, keyIndex: 0 });
});

test("verifySignature() tries every signature under every key, also after a match", async () => {
  let signed = 0;
  const compared: number[] = [];
  const digest = Uint8Array.from(Buffer.from(hmac("hello"), "hex"));
  const watched = new Proxy(digest, {
    get(target, key) {
      if (key === "length") compared.push(signed);
      return Reflect.get(target, key);
    },
  });
  const sign = () => {
    signed += 1;
    return watched;
  };
  const keys = { kind: "hmac", keys: [{ sign }, { sign }, { sign }] } as const;
  const base = compiledOf({ signature: { header: "x-signature", list: true } });
  const value = [hmac("hello"), "0".repeat(64), hmac("hello")].join(",");
  const result = await verify({ ...base, keys }, bodySigned("hello", value));
  expect(result).toMatchObject({ ok: true, keyIndex: 0 });
  expect(signed).toBe(3);
  expect([1, 2, 3].map((key) => compared.filter((one) => one === key).length)).toEqual([3, 3, 3]);
});

test("verifySignature() refuses a request with any byte changed", async () => {
  const scheme = compiledOf(TIMED);
  const change = fc.record({
    body: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    where: fc.constantFrom("body", "signature", "time"),
    at: fc.nat(),
    by: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ body, where, at, by }) => {
      const signature = Buffer.from(
        hmac(Buffer.concat([Buffer.from(`${SECONDS}.`), Buffer.from(body)])),
        "hex",
      );
      const sent = (parts: { body: Uint8Array; signature: Uint8Array; time: string }) =>
        requestOf({
          body: parts.body,
          headers: {
            "x-signature": Buffer.from(parts.signature).toString("hex"),
            "x-time": parts.time,
          },
        });
      const right = { body, signature, time: SECONDS };
      expect(await outcome(scheme, sent(right))).toBe("ok");
      const changed = (bytes: Uint8Array) => {
        const index = at % bytes.length;
        return Uint8Array.from(bytes).with(index, ((bytes[index] as number) + by) % 256);
      };
      const wrong = {
        body: where === "body" ? changed(body) : body,
        signature: where === "signature" ? changed(signature) : signature,
        time: where === "time" ? String(Number(SECONDS) + by) : SECONDS,
      };
      expect(await outcome(scheme, sent(wrong))).toBe("signature_wrong");
    }),
    { numRuns: runs(300) },
  );
});

test("compileScheme() throws for an invalid signed text", () => {
  const none = { crypto: webCrypto, keys: [], publicUrl: undefined };
  expect(() => compileScheme(schemeOf({ signed: "{bdy}" }), none)).toThrow("{bdy} is not known");
});
