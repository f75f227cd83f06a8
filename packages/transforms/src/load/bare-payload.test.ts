// Source texts of functions → the names that they read from a bare body.
import { expect, test } from "vitest";
import { findBarePayloadNames } from "./bare-payload.ts";

test.each([
  ["(event) => event.issue.title", ["issue"]],
  ["event => event?.issue ?? event.issue", ["issue"]],
  ["async event => event . text", ["text"]],
  ["async (event) => { return event['dash-key'] + event?.[\"b\"]; }", ["dash-key", "b"]],
  [
    "async function transform(body) { const { type, data = {} } = body; return data; }",
    ["type", "data"],
  ],
  ["function (e) { let { a } = e\n return a; }", ["a"]],
  ["transform(event, call) { return event.text; }", ["text"]],
  ["async transform(event = {}) { return event.text; }", ["text"]],
  ["function $1($p) { return $p.text; }", ["text"]],
  ['({ message, user: { name } = {}, "quoted": q }) => message', ["message", "user", "quoted"]],
  ["function ({ a: [b, { c }], d = (1, 2) }) {}", ["a", "d"]],
  ["async({ text }) => text", ["text"]],
])("findBarePayloadNames() reads %s", (source, names) => {
  expect(findBarePayloadNames(source)).toEqual(names);
});

test("findBarePayloadNames() is fast for hostile texts", () => {
  // Takes 0.1 s. With quadratic work it would take a minute, and the test would time out.
  expect(findBarePayloadNames("async".padEnd(200_000))).toEqual([]);
  expect(findBarePayloadNames(`e => ${"{".repeat(90_000)}${"}=e;".repeat(27_000)}`)).toEqual([]);
});

test.each([
  "(ctx) => ctx.payload.issue.title",
  "(ctx) => ctx.body?.text",
  "(event) => (event.payload ?? event).text + event.text",
  "({ payload, headers }) => payload.text",
  "({ text, payload = { text } }) => payload.text",
  "({ ...rest }) => rest.text",
  "(ctx) => { const { ...rest } = ctx; return rest.text; }",
  "(ctx) => { const { text } = ctx.payload; const { a } = ctx?.payload; return text + a; }",
  "(ctx) => other(ctx)",
  "(ctx) => other.ctx.text",
  "() => null",
  "(...all) => all[0].text",
  "function () { [native code] }",
  "class Transform { constructor(x) { this.x = x; } }",
  "({}) => 1",
  "",
])("findBarePayloadNames() finds nothing in %s", (source) => {
  expect(findBarePayloadNames(source)).toEqual([]);
});
