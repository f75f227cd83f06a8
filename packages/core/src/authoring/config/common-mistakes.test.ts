// The sentences and changes themselves are checked by test/advice.golden.test.ts.
import { expect, test } from "vitest";
import { parse } from "../../../test/reporting.ts";
import type { Problem } from "../../model/problem.ts";
import { knownKeys } from "../schema/index.ts";
import { FOREIGN, MISNAMED, NEWER } from "./misnamed-keys.ts";

const inMapping = (mapping: unknown): readonly Problem[] =>
  parse({ hooks: { mappings: [mapping] } }).problems;

test("parseConfig() repeats no value of the config but names", () => {
  const secret = "hunter2-hunter2-hunter2";
  const hooks = { token: { value: secret }, path: [secret], gmail: { pushToken: [secret] } };
  expect(JSON.stringify(parse({ hooks }).problems)).not.toContain(secret);
});

test("parseConfig() writes values that JSON does not have into no hint, and does not throw", () => {
  const mapping = { transform: { module: { a: 1n }, file: { a: 1n } }, match: { "==": [1n, 1] } };
  const { problems } = parse({ hooks: { mappings: [mapping] } });
  expect(problems).toContainEqual(
    expect.objectContaining({ hint: 'Remove it: "module" beside it says the same.' }),
  );
  expect(problems).toContainEqual(
    expect.objectContaining({ hint: 'Write "when": {"==":["1n",1]}.' }),
  );
});

test("parseConfig() repeats no secret of an auth", () => {
  const secret = "hunter2-hunter2-hunter2";
  const auth = { secret: { value: secret }, tokens: { a: secret }, basic: secret };
  expect(JSON.stringify(inMapping({ auth }))).not.toContain(secret);
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
  coalesce: ["hooks", "mappings", 0, "coalesce"],
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
