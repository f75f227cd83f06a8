// Every built-in helper, with any values: it gives what can be rendered, the same each time.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { builtInHelpers } from "../../../template/src/serving/helpers/index.ts";
import { Budget } from "../../../template/src/serving/render/budget.ts";
import { createRootFrame, type Frame } from "../../../template/src/serving/render/frame.ts";
import type {
  BlockHelper,
  HelperCall,
  HelperHash,
  ValueHelper,
} from "../../../template/src/serving/render/helper.ts";
import { textFromValue } from "../../../template/src/serving/render/text-from-value.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { jsonValues } from "./arbitraries.ts";

/** What helpers take for numbers, places, dates, patterns, paths and encodings. */
const telling = fc.constantFrom<unknown>(
  ...[0, -0, 1, -1, 2.5, 1e21, -1e300, 5e-324, Number.MAX_SAFE_INTEGER, 1_767_323_045_678],
  ...["0", "-1", "007", "12.50", "9".repeat(30), " 5 ", "1e5", "Infinity", "NaN", "٣"],
  ...["2026-01-02T03:04:05.678Z", "2026-02-30", "1767323045", "YYYY-MM-DD [at] HH:mm Z", "[", "]"],
  ...["a", "x", "a.b", "a..b", ".", "constructor.name", "__proto__.x", "length", "0", "a,b.c"],
  ...[
    "<p>a &amp; b</p><script>",
    "<",
    "&#x110000;",
    "%E4%BD%A0",
    "%",
    "%ff",
    "a+b",
    "aGk=",
    "4pyT",
  ],
  ...[
    "```",
    "a|b\n\nc",
    "\ud800",
    "\udc00\ud800",
    "👩‍💻",
    "e\u0301",
    "\u0000",
    "(?:a+)+$",
    "^a$",
    "[z",
  ],
);

/** What a helper would show if it read more than own properties. */
const INHERITED = "inherited!";
const ancestor = Object.freeze({ a: INHERITED, b: INHERITED, c: INHERITED, x: INHERITED });

const objects = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "__proto__", "toString", "length"), jsonValues))
  .map((entries) => {
    const own = Object.getOwnPropertyDescriptors(Object.fromEntries(entries));
    return Object.create(ancestor, own) as object;
  });
const values = fc.oneof(
  jsonValues,
  objects,
  telling,
  fc.constantFrom(undefined, "a", "x", "a.b", "x,b"),
  fc.array(objects, { minLength: 1, maxLength: 3 }),
  fc.array(fc.oneof(objects, telling, jsonValues), { maxLength: 5 }),
);

const NAMED = ["by", "descending", "indent", "ellipsis", "zone", "digits", "grouping", "decimal"];
const MORE_NAMED = ["language", "ordered", "path", "columns", "titles", "includeZero"];

const hashes = (known: readonly string[]): fc.Arbitrary<HelperHash> =>
  fc
    .array(fc.tuple(fc.constantFrom("none", ...known), values), { maxLength: 4 })
    .map((pairs) => Object.fromEntries(pairs.filter(([name]) => known.includes(name))));

function argumentsOf([least, most]: readonly [number, number]): fc.Arbitrary<unknown[]> {
  return fc.array(values, { minLength: least, maxLength: Math.min(most, least + 3) });
}

/** Far more than the generated values need, so that no limit is in the way. */
function createFrame(): Frame {
  const scope = {
    payload: {},
    headers: {},
    query: {},
    path: "p",
    now: () => "2026-01-02T03:04:05.678Z",
    item: undefined,
    index: undefined,
    mapping: "m",
  };
  return createRootFrame(
    scope,
    new Budget({ maxCharacters: 1e7, maxIterations: 1e7, maxNesting: 50 }),
  );
}

function callValue(helper: ValueHelper, args: readonly unknown[], hash: HelperHash): string {
  const texts = callsOf(helper, args, hash).map((call) =>
    textFromValue(call(args, hash, createFrame()), eventBudget()),
  );
  // A call that was prepared for literals gives what the unprepared call gives.
  expect(new Set(texts).size).toBeLessThan(2);
  return texts.join();
}

/** Prepared for a template in which all arguments are literals, and for one in which none is. */
function callsOf(
  { call, prepare }: ValueHelper,
  args: readonly unknown[],
  hash: HelperHash,
): readonly HelperCall[] {
  const asLiterals = <Literal>(literal: (value: unknown) => Literal) => ({
    args: args.map(literal),
    hash: Object.fromEntries(Object.entries(hash).map(([key, value]) => [key, literal(value)])),
  });
  const preparations = [
    // The grammar writes no list and no object.
    asLiterals((value) => (typeof value === "object" && value ? undefined : { value })),
    asLiterals(() => undefined),
  ].map((literals) => prepare?.(literals) ?? call);
  return preparations.filter((prepared) => typeof prepared === "function");
}

function callBlock(helper: BlockHelper, args: readonly unknown[], hash: HelperHash): string {
  const block = {
    main: (frame: Frame) => `<${textFromValue(frame.context, eventBudget())}>`,
    otherwise: () => "otherwise",
    hasLocals: false,
    from: { reads: [], helpers: [] },
    expression: "{{#block}}",
    hasMain: true,
    hasOtherwise: true,
  };
  return helper.render(args[0], hash, block, createFrame());
}

describe.each([...builtInHelpers.values()])("$name()", (helper) => {
  const known = helper.kind === "value" ? helper.hash : [...NAMED, ...MORE_NAMED];

  it("renders any values, the same each time, and no inherited property", () => {
    fc.assert(
      fc.property(argumentsOf(helper.arity), hashes(known ?? []), (args, hash) => {
        const before = textFromValue([args, hash], eventBudget());
        const call = () =>
          helper.kind === "value" ? callValue(helper, args, hash) : callBlock(helper, args, hash);
        const text = call();
        expect(call()).toBe(text);
        expect(textFromValue([args, hash], eventBudget())).toBe(before);
        expect(text).not.toContain(INHERITED);
      }),
      { numRuns: runs(300) },
    );
  });
});
