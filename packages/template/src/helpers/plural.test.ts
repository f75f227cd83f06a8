import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  [1, "1 entry", "1 commit"],
  [0, "0 entries", "0 commits"],
  [2, "2 entries", "2 commits"],
  [-1, "-1 entries", "-1 commits"],
  [1.5, "1.5 entries", "1.5 commits"],
  ["1", "1 entry", "1 commit"],
  ["01.0", "1 entry", "1 commit"],
  [[], "0 entries", "0 commits"],
  [["a"], "1 entry", "1 commit"],
  [[1, 2], "2 entries", "2 commits"],
  ["many", "", ""],
  [null, "", ""],
  [{ length: 3 }, "", ""],
])("plural() of %j is %j and %j", (count, given, made) => {
  expect(renderTemplate('{{plural count "entry" "entries"}}', { count })).toBe(given);
  expect(renderTemplate('{{plural count "commit"}}', { count })).toBe(made);
});

it("plural() renders words of the event as fields are rendered", () => {
  expect(renderTemplate("{{plural 2 a b}}|{{plural 1 a b}}", { a: 5, b: ["x"] })).toBe(
    '2 ["x"]|1 5',
  );
  expect(renderTemplate("{{plural 2 'commit' missing}}")).toBe("2 commits");
  expect(problemOfTemplate("{{plural 2}}").message).toContain("takes 2 to 3 arguments");
});
