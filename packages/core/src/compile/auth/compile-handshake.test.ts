import { expect, test } from "vitest";
import { authOf, problemsOf } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";

const META = { provider: "meta", secret: SECRET };

test("compileHandshake() gives the handshake of a provider with its secrets", () => {
  const secrets = [SECRET, `${SECRET}-old`];
  expect(authOf({ provider: "zoom", secrets })?.handshake).toEqual({ name: "zoom", secrets });
  const handshake = { verifyToken: { env: "V" } };
  const verified = authOf({ ...META, handshake }, { secrets: () => "typed" });
  expect(verified?.handshake).toEqual({ name: "meta", secrets: [SECRET], verifyToken: "typed" });
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
  expect(authOf({ ...own, handshake: { name: "cloudevents" } })?.handshake).toEqual({
    name: "cloudevents",
    secrets: [],
    publicUrl: "https://h.example/x",
  });
});

test("compileHandshake() warns where the sender makes none", () => {
  const auth = { provider: "github", secret: SECRET, handshake: { verifyToken: "typed" } };
  expect(problemsOf(auth)).toMatchObject([{ code: "field_without_effect", severity: "warning" }]);
});
