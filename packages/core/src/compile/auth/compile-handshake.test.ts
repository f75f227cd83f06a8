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

const SIGNED = { scheme: "hmac", secret: SECRET, signature: { header: "x-signature" } };

test.each([
  [{ from: "payload.a[", to: "text" }, "handshake.echo.from"],
  [{ from: "challenge", to: "text" }, "handshake.echo.from"],
  [{ from: "body.challenge", to: "text" }, "handshake.echo.from"],
  [{ from: "headers.Authorization", to: "text" }, "handshake.echo.from"],
  [{ from: "headers.cookie", to: "text" }, "handshake.echo.from"],
  [{ from: "payload.url", to: "header", as: "Location" }, "handshake.echo.as"],
  [{ from: "payload.url", to: "header", as: "Set-Cookie" }, "handshake.echo.as"],
  [{ from: "payload.a", to: "header", as: "x y" }, "handshake.echo.as"],
])("compileHandshake() refuses the echo %j", (echo, at) => {
  const [problem, ...others] = problemsOf({ ...SIGNED, handshake: { echo } });
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "invalid_value", severity: "error" });
  expect(problem?.path.slice(4).join(".")).toBe(at);
});

test("compileHandshake() sends back no header that holds the token of the hook", () => {
  const echo = { from: "headers.X-Token", to: "text" };
  const auth = { token: SECRET, header: "x-token", handshake: { echo } };
  expect(problemsOf(auth)).toMatchObject([{ code: "invalid_value" }]);
});

test.each([
  { name: "slack", echo: { from: "payload.a", to: "text" } },
  { verifyToken: "typed-in", echo: { from: "payload.a", to: "text" } },
  { probe: "GET", echo: { from: "payload.a", to: "text" } },
  { probe: "GET", name: "slack" },
])("compileHandshake() refuses two handshakes in one: %j", (handshake) => {
  expect(problemsOf({ ...SIGNED, handshake })).toMatchObject([{ code: "auth_ambiguous" }]);
});

test("compileHandshake() takes an echo by the method that its place needs", async () => {
  const methodsOf = (from: string) =>
    authOf({ ...SIGNED, handshake: { echo: { from, to: "json" } } })?.handshake?.methods;
  expect(methodsOf("query.a")).toEqual(["GET"]);
  expect(methodsOf("payload.a")).toEqual(["POST"]);
  expect(methodsOf("headers.x-a")).toEqual(["POST", "GET"]);
  const handshake = authOf({
    ...SIGNED,
    handshake: { echo: { from: "payload.a", to: "text" } },
  })?.handshake;
  expect(handshake?.wouldSign(["a"])).toBe(false);
});
