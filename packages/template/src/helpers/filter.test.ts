import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";

const jobs = [
  { id: 1, state: "ok", run: { seconds: 8 }, tags: ["a"] },
  { id: 2, state: "failed", run: { seconds: "90" }, tags: ["a", "b"] },
  { id: 3, state: "flaky", run: { seconds: 30 }, flaky: true },
  { id: 4, state: null },
];

describe("filter()", () => {
  it.each([
    ['by="state" eq="ok"', "[1]"],
    ['by="state" eq=""', "[4]"],
    ['by="state" ne="ok"', "[2,3,4]"],
    ['by="run.seconds" lt=30', "[1]"],
    ['by="run.seconds" lte=30', "[1,3]"],
    ['by="run.seconds" gt=30', "[2]"],
    ['by="run.seconds" gte="30"', "[2,3]"],
    ['by="run.seconds" gte=30 lt=90', "[3]"],
    ['by="state" in=wanted', "[1,3]"],
    ['by="state" in="ok"', "[]"],
    ['by="tags" contains="b"', "[2]"],
    ['by="state" contains="a"', "[2,3]"],
    ['by="state" startsWith="f"', "[2,3]"],
    ['by="state" startsWith="f" endsWith="y"', "[3]"],
    ['by="flaky"', "[3]"],
    ['by="id" eq=two', "[2]"],
    ['by="constructor" ne=""', "[]"],
    ['by="a..b" eq=""', "[1,2,3,4]"],
  ])("of jobs %s selects %s", (named, ids) => {
    const payload = { jobs, wanted: ["ok", "flaky"], two: "2" };
    expect(renderTemplate(`{{pluck (filter jobs ${named}) "id"}}`, payload)).toBe(ids);
  });

  it.each([
    [["a.ts", "b.md"], '["b.md"]'],
    [[], "[]"],
    ["b.md", "[]"],
    [{ length: 1, 0: "b.md" }, "[]"],
    [null, "[]"],
  ])("of %j by the elements themselves is %s", (list, text) => {
    expect(renderTemplate('{{filter list endsWith=".md"}}', { list })).toBe(text);
  });

  it("is a problem of the config where nothing is to be selected", () => {
    expect(problemOfTemplate("{{filter jobs}}")).toMatchObject({
      code: "template_helper_misused",
      message: 'helper "filter" takes named arguments that select elements',
      hint: 'Write by="state" eq="open". Comparisons are: eq ne lt lte gt gte in contains startsWith endsWith.',
    });
    expect(problemOfTemplate('{{filter jobs "ok"}}').message).toContain("takes 1 argument, not 2");
    expect(problemOfTemplate('{{filter jobs by="a" is="ok"}}').message).toContain('"is"');
  });

  it("charges the budget for each comparison", () => {
    const units = (count: number) => {
      const list = Array.from({ length: count }, () => "a");
      return unitsOfTemplate('{{filter list eq="b" ne="c"}}', { list });
    };
    expect(units(200) - units(100)).toBeGreaterThan(100 * 200);
  });
});
