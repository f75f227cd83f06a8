// Arbitrary expressions of the template language, over the names that generated payloads have.
import fc from "fast-check";

/** Some are there, some are not, one has a space in it. */
export const names: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("a", "b", "c", "list", "object", "missing") },
  { weight: 1, arbitrary: fc.constant("[a b]") },
);

const segments = fc.oneof(
  { weight: 8, arbitrary: names },
  { weight: 1, arbitrary: fc.constantFrom("[0]", "[1]", "length") },
);

function pathsAfter(prefixes: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(prefixes, names, fc.array(segments, { maxLength: 2 }))
    .map(([prefix, first, rest]) => prefix + [first, ...rest].join("."));
}

/** Paths that read the current context. */
export const innerPaths: fc.Arbitrary<string> = pathsAfter(
  fc.constantFrom("", "", "", "", "this.", "./"),
);

/** Also those that lead out of it. */
export const paths: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: innerPaths },
  { weight: 1, arbitrary: pathsAfter(fc.constantFrom("../", "../../")) },
);

export const dataPaths: fc.Arbitrary<string> = fc.constantFrom(
  "@index",
  "@key",
  "@first",
  "@last",
  "@root.a",
  "this",
);

const literals = fc.constantFrom('"text"', "'x y'", "12", "true", "false", "null", "undefined");

export function expressionsOf(path: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const lookups = fc.tuple(path, fc.oneof(path, literals));
  return fc.oneof(
    { weight: 6, arbitrary: path },
    { weight: 2, arbitrary: dataPaths },
    { weight: 1, arbitrary: literals },
    { weight: 1, arbitrary: lookups.map(([object, key]) => `(lookup ${object} ${key})`) },
  );
}
