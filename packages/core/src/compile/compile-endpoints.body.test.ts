import { expect, test } from "vitest";
import { compile, mapping, problemsOfAll } from "../../test/auth/configs.ts";
import { SECRET } from "../../test/auth/requests.ts";

const TOKEN_IN_BODY = { token: SECRET, json: "token" };

function taking(body: string | undefined, path?: string, auth?: unknown): object {
  return { ...mapping(auth, path), ...(body !== undefined && { body }) };
}

const codesOf = (...mappings: readonly object[]) =>
  problemsOfAll(mappings)
    .filter(({ code }) => !/unreachable|match_missing/.test(code))
    .map(({ code, path }) => [code, ...path.slice(2)].join(" "));

test("compileEndpoints() gives the format of each name, JSON where none is written", () => {
  const hooks = compile([
    taking("form", "a"),
    taking("form", "/a/"),
    taking("json", "b"),
    taking(undefined, "b"),
    taking("text", "c"),
    { match: { source: "s" }, messageTemplate: "x", body: "json" },
  ]);
  const formats = ["a", "b", "c", "d", "wake"].map((path) => hooks.endpoint(path)?.bodyFormats);
  expect(formats).toEqual([["form"], ["json"], ["text"], ["json"], ["json"]]);
});

const SLACK = { provider: "slack", secret: SECRET };

test("compileEndpoints() takes the kinds of the vendor's row where no mapping has a body", () => {
  const twilio = { provider: "twilio", secret: SECRET, publicUrl: "https://a.example/hooks/b" };
  const hooks = compile([
    taking(undefined, "a", SLACK),
    taking(undefined, "b", twilio),
    taking("text", "c", SLACK),
    taking("json", "d", SLACK),
    taking(undefined, "e", { provider: "linear", secret: SECRET }),
  ]);
  const formats = ["a", "b", "c", "d", "e"].map((path) => hooks.endpoint(path)?.bodyFormats);
  expect(formats).toEqual([["json", "form"], ["form", "json"], ["text"], ["json"], ["json"]]);
});

test("compileEndpoints() compares a body with what the vendor sends where another mapping has none", () => {
  expect(codesOf(taking(undefined, "x", SLACK), taking("form", "x", SLACK))).toEqual([
    "body_conflict 1 body",
  ]);
  expect(codesOf(taking("json", "x", SLACK), taking(undefined, "x", SLACK))).toEqual([
    "body_conflict 1 body",
  ]);
  const linear = { provider: "linear", secret: SECRET };
  expect(codesOf(taking("json", "x", linear), taking(undefined, "x", linear))).toEqual([]);
});

test("compileEndpoints() refuses two mappings of a name with different bodies", () => {
  expect(codesOf(taking("form"), taking("text"))).toEqual(["body_conflict 1 body"]);
  expect(codesOf(taking("form"), taking(undefined))).toEqual(["body_conflict 1 body"]);
  expect(codesOf(taking(undefined), taking("form"))).toEqual(["body_conflict 1 body"]);
});

test("compileEndpoints() refuses a format on a built-in route, and without a match.path", () => {
  expect(codesOf(taking("form", "wake"))).toEqual(["body_misplaced 0 body"]);
  const catchAll = { messageTemplate: "x", body: "text" };
  expect(codesOf(catchAll)).toEqual(["body_misplaced 0 body"]);
});

test.each(["text", "ndjson"] as const)(
  "trap 19 compileEndpoints() refuses a token in a %s body, which would reach the agent",
  (body) => {
    expect(codesOf(taking(body, "x", TOKEN_IN_BODY))).toEqual(["body_conflict 0 body"]);
    expect(codesOf(taking(body, "x", { provider: "github", secret: SECRET }))).toEqual([]);
  },
);

test("compileEndpoints() allows a token in JSON and in a form", () => {
  expect(codesOf(taking("multipart", "x", TOKEN_IN_BODY))).toEqual([]);
  expect(codesOf(taking("form", "x", TOKEN_IN_BODY))).toEqual([]);
  expect(codesOf(taking("json", "x", TOKEN_IN_BODY))).toEqual([]);
});

test("compileEndpoints() says nothing more of a body with something wrong in it", () => {
  expect(codesOf(taking("xml"), taking("form"))).toEqual(["invalid_value 0 body"]);
});

test("compileEndpoints() gives names that only a mapping without a name takes one endpoint without a name", () => {
  const catchAll = { id: "any", match: { source: "s" }, messageTemplate: "x", maxBodyBytes: 7 };
  const hooks = compile([taking("form", "a"), taking("text", "wake/x"), catchAll]);
  const other = { name: undefined, auth: undefined, bodyFormats: ["json"], maxBodyBytes: 7 };
  expect(hooks.endpoint("unknown")).toEqual(other);
  expect(hooks.endpoint("constructor")).toBe(hooks.endpoint("unknown"));
  expect(hooks.endpoint("a")).toMatchObject({ name: "a", bodyFormats: ["form"] });
  expect(compile([taking("form", "a")]).endpoint("unknown")).toBeUndefined();
});

test("compileEndpoints() keeps built-in routes as they are, whatever mappings of their name say", () => {
  const hooks = compile([{ ...taking(undefined, "wake"), maxBodyBytes: 9_000_000 }]);
  const { maxBodyBytes } = hooks.settings;
  const plain = { auth: undefined, bodyFormats: ["json"], maxBodyBytes };
  expect(hooks.endpoint("wake")).toEqual({ name: "wake", ...plain });
  expect(hooks.endpoint("agent")).toEqual({ name: "agent", ...plain });
});
