import { expect, test } from "vitest";
import { authOf, problemsOf } from "../../../test/auth/configs.ts";
import { hmac, requestOf, SECRET } from "../../../test/auth/requests.ts";

const META = { provider: "meta", secret: SECRET };

test("compileHandshake() gives the handshake of a provider, which signs with the newest secret", async () => {
  const secrets = [SECRET, `${SECRET}-old`];
  const handshake = authOf({ provider: "x", secrets })?.handshake;
  expect(handshake).toMatchObject({ name: "x", methods: ["GET"], isSigned: false });
  const request = requestOf({ method: "GET", target: "/hooks/x?crc_token=abc" });
  expect((await handshake?.answer(request))?.body).toContain(hmac("abc", { encoding: "base64" }));
});

test("compileHandshake() reads the token that a vendor shows", async () => {
  const handshake = { verifyToken: { env: "V" } };
  const verified = authOf({ ...META, handshake }, { secrets: () => "typed" });
  const target = "/hooks/x?hub.mode=subscribe&hub.verify_token=typed&hub.challenge=1";
  const answer = await verified?.handshake?.answer(requestOf({ method: "GET", target }));
  expect(answer).toMatchObject({ status: 200, body: "1" });
});

test("compileHandshake() wants the URL that eBay hashes, where the handshake is declared", () => {
  const ebay = { provider: "ebay", token: SECRET, handshake: { verifyToken: "typed-in-there" } };
  expect(problemsOf(ebay)).toMatchObject([{ code: "auth_incomplete", severity: "error" }]);
  expect(problemsOf({ ...ebay, publicUrl: "https://h.example/x" })).toEqual([]);
});

test("compileHandshake() gives none where the token that it compares is not there", () => {
  expect(authOf(META)?.handshake).toBeUndefined();
  expect(problemsOf(META)).toEqual([]);
  expect(problemsOf({ ...META, handshake: {} })).toMatchObject([
    { code: "auth_incomplete", hint: 'Write "verifyToken": { "env": "…" }.' },
  ]);
  expect(problemsOf({ ...META, handshake: { verifyToken: "" } })).toMatchObject([
    { code: "secret_blank" },
  ]);
});

test("compileHandshake() takes a handshake by name for a sender without a row", () => {
  const own = { token: SECRET, header: "x-t", publicUrl: " https://h.example/x " };
  const { handshake } = authOf({ ...own, handshake: { name: "cloudevents" } }) ?? {};
  expect(handshake).toMatchObject({ name: "cloudevents", methods: ["OPTIONS", "POST"] });
});

test("compileHandshake() warns where the sender makes none", () => {
  const auth = { provider: "github", secret: SECRET, handshake: { verifyToken: "typed" } };
  expect(problemsOf(auth)).toMatchObject([{ code: "field_without_effect", severity: "warning" }]);
});
