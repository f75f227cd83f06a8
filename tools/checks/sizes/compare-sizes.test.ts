import { expect, test } from "vitest";
import { compareSizes } from "./compare-sizes.mjs";

const before = {
  entries: { a: { minified: 100_000, gzipped: 1 }, gone: { minified: 1, gzipped: 1 } },
  tarballs: { p: { packed: 200_000, unpacked: 1 } },
};

test("compareSizes() names what changed by more than a twentieth, in both directions", () => {
  const entries = { a: { minified: 94_000, gzipped: 1 }, fresh: { minified: 9, gzipped: 1 } };
  const now = { entries, tarballs: { p: { packed: 211_000, unpacked: 1 } } };
  expect(compareSizes(now, before, [])).toEqual([
    'a: 100.0 kB in the last release, 94.0 kB now; write "Size of a: why" into a changeset',
    'p: 200.0 kB in the last release, 211.0 kB now; write "Size of p: why" into a changeset',
  ]);
  expect(compareSizes(now, before, ["p"])).toHaveLength(1);
  expect(compareSizes(before, before, [])).toEqual([]);
});
