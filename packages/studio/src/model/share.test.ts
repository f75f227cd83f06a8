import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readFragment, type Shared, writeFragment } from "./share.ts";

const text = fc.string({ unit: "grapheme", maxLength: 200 });

const shared: fc.Arbitrary<Shared> = fc.record({
  v: fc.constant(1 as const),
  config: text,
  format: fc.constantFrom("yaml" as const, "json5" as const),
  event: fc.record({ path: text, headers: text, query: text, payload: text }),
});

test("readFragment() returns what writeFragment() wrote", async () => {
  await fc.assert(
    fc.asyncProperty(shared, async (state) => {
      const fragment = await writeFragment(state);
      expect(fragment).toMatch(/^s=[\w-]+$/);
      expect(await readFragment(`#${fragment}`)).toEqual(state);
    }),
    { numRuns: 30 },
  );
});

const packed = (value: unknown): string =>
  `#s=${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

const STATE = {
  v: 1,
  config: "",
  format: "yaml",
  event: { path: "", headers: "", query: "", payload: "" },
};

test.each([
  ["a cut link", "#s=abc"],
  ["other characters", "#s=<script>"],
  ["another version", packed({ ...STATE, v: 2 })],
  ["another format", packed({ ...STATE, format: "toml" })],
  ["a config that is not text", packed({ ...STATE, config: ["x"] })],
  ["no event", packed({ ...STATE, event: null })],
  ["a bomb of 64 MB", packed({ ...STATE, config: "x".repeat(64 * 1024 * 1024) })],
])("readFragment() refuses %s", async (_, fragment) => {
  expect(await readFragment(fragment)).toBeUndefined();
});
