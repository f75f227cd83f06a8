// What mends a wrong key or value of a config, as data.
import { expect, test } from "vitest";
import { parse } from "../../test/reporting.ts";
import { knownKeys } from "../base/index.ts";
import { FOREIGN, MISNAMED, NEWER } from "./misnamed-keys.ts";

const changeOf = (hooks: unknown) => parse({ hooks }).problems[0]?.change;

const inMapping = (mapping: unknown) => changeOf({ mappings: [mapping] });

test.each([
  [{ session_key: "a" }, "sessionKey", true],
  [{ prompt: "a" }, "messageTemplate", true],
  [{ mesageTemplate: "a" }, "messageTemplate", true],
  [{ timeout: 30 }, "timeoutSeconds", false],
  [{ target: "a" }, "to", false],
])("F2 adviseUnknownKey() renames the key of %j", (mapping, key, safe) => {
  expect(inMapping(mapping)).toEqual({ kind: "rename", key, safe });
});

test.each([
  [{ prompt: "a", messageTemplate: "b" }],
  [{ path: "a" }],
  [{ hmac: "a" }],
  [{ type: "wake" }],
  [{ zzz: "a" }],
])("F2 adviseUnknownKey() renames no key of %j", (mapping) => {
  expect(inMapping(mapping)).toBeUndefined();
});

/** Where the objects stand of which rows tell, by their owner. */
const PLACES: Readonly<Record<string, readonly (string | number)[]>> = {
  hooks: ["hooks"],
  gmail: ["hooks", "gmail"],
  mapping: ["hooks", "mappings", 0],
  match: ["hooks", "mappings", 0, "match"],
  auth: ["hooks", "mappings", 0, "auth"],
  transform: ["hooks", "mappings", 0, "transform"],
  respond: ["hooks", "mappings", 0, "respond"],
};

const rows = [MISNAMED, NEWER, FOREIGN].flatMap((table) =>
  Object.entries(table).flatMap(([owner, ofOwner]) =>
    Object.entries(ofOwner).map(([key, row]) => ({ owner, key, row })),
  ),
);

test.each(rows)("the row of $key in $owner names a key that $owner has", ({ owner, row }) => {
  const known = knownKeys([...(PLACES[owner] ?? []), ""]);
  expect([undefined, ...known]).toContain(row.key);
});

test.each(rows.filter(({ row }) => row.renames !== undefined))(
  "the row of $key in $owner gives the change of its own data, whatever its sentence says",
  ({ owner, key, row: { key: meant, renames } }) => {
    const place = PLACES[owner] ?? [];
    const config = place.reduceRight<unknown>(
      (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
      { [key]: "a" },
    );
    const problem = parse(config).problems.find(({ path }) => path.at(-1) === key);
    expect(problem?.change).toEqual({
      kind: "rename",
      key: meant,
      safe: renames === "value fits",
    });
  },
);

test("F2 adviseUnknownKey() puts the rule in a match into when, where it stands alone", () => {
  const rule = { "==": [1, 2] };
  const wrapped = (...path: string[]) => ({
    kind: "wrap",
    key: "when",
    path: ["hooks", "mappings", 0, ...path],
    safe: true,
  });
  expect(inMapping({ match: { path: "a", not: rule } })).toEqual(wrapped("match", "not"));
  expect(inMapping({ match: rule })).toEqual(wrapped("match"));
  expect(inMapping({ match: { path: "a", ...rule } })).toBeUndefined();
  expect(inMapping({ auth: rule })).toBeUndefined();
});

test.each([
  [{ deliver: "false" }, { kind: "replace", value: false, safe: true }],
  [{ timeoutSeconds: "5m" }, { kind: "replace", value: 300, safe: true }],
  [{ match: "a" }, { kind: "wrap", key: "path", safe: true }],
  [{ transform: "a" }, { kind: "replace", value: { module: "a.js" }, safe: true }],
  [{ transform: "a.ts" }, { kind: "replace", value: { module: "a.ts" }, safe: true }],
  [{ to: 5 }, { kind: "quote", safe: true }],
  [{ to: { "{ a }": null } }, { kind: "quote", safe: true }],
  [{ action: "agent-run" }, { kind: "replace", value: "agent", safe: false }],
  [{ auth: { signature: "X-A" } }, { kind: "wrap", key: "header", safe: true }],
])("F2 parseConfig() gives the value of %j its type", (mapping, change) => {
  expect(inMapping(mapping)).toEqual(change);
});

test("F2 parseConfig() makes a list of one name", () => {
  expect(changeOf({ presets: "gmail" })).toEqual({ kind: "wrap", safe: true });
});

test.each([
  [{ deliver: "maybe" }],
  [{ timeoutSeconds: "soon" }],
  [{ match: " " }],
  [{ match: ["a"] }],
  [{ to: {} }],
  [{ rateLimit: "5" }],
  [{ auth: { signature: "a b" } }],
  [{ action: "shell" }],
])("F2 parseConfig() does not guess what %j means", (mapping) => {
  expect(inMapping(mapping)).toBeUndefined();
});
