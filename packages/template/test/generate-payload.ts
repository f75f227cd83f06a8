// Arbitrary payloads for generated templates.
import fc from "fast-check";

const scalars = fc.constantFrom<unknown>("s", "", 0, 1, true, false, null, "<b>&", "two\nlines\n");

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "list", "object", "title", "a b"), tie("value"), {
      noNullPrototype: true,
    }),
  ),
}));

export const payloads: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record({
  a: values,
  b: values,
  c: scalars,
  "a b": values,
  list: fc.array(values, { maxLength: 3 }),
  object: fc.record({ a: values, b: scalars }),
});
