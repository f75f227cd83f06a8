import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  [0, "0 B", "0 B"],
  [1, "1 B", "1 B"],
  [999, "999 B", "999 B"],
  [1000, "1 kB", "1000 B"],
  [1024, "1 kB", "1 KiB"],
  [1_500_000, "1.5 MB", "1.4 MiB"],
  [1_572_864, "1.6 MB", "1.5 MiB"],
  [999_949, "999.9 kB", "976.5 KiB"],
  [999_950, "1 MB", "976.5 KiB"],
  [1_048_575, "1 MB", "1 MiB"],
  ["1099511627776", "1.1 TB", "1 TiB"],
  [1e21, "1000 EB", "867.4 EiB"],
  [-1500, "-1.5 kB", "-1.5 KiB"],
  [0.25, "0.3 B", "0.3 B"],
  [-0.01, "0 B", "0 B"],
  ["big", "", ""],
  [null, "", ""],
])("bytes() of %j is %j, and binary %j", (size, decimal, binary) => {
  expect(renderTemplate("{{bytes size}}", { size })).toBe(decimal);
  expect(renderTemplate("{{bytes size binary=true}}", { size })).toBe(binary);
  expect(renderTemplate("{{bytes size binary=false}}", { size })).toBe(decimal);
});

it("bytes() names its argument", () => {
  expect(problemOfTemplate("{{bytes size binari=true}}").hint).toBe('Did you mean "binary"?');
});
