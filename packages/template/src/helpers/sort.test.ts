import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("sort()", () => {
  it.each([
    [[3, 1, 2], "[1,2,3]"],
    [["10", 9, "-1", "1.5"], '["-1","1.5",9,"10"]'],
    [["b", "B", "a", "ä", "A"], '["A","B","a","b","ä"]'],
    [["b", "10a", 20, "", 100, null, "a"], '[20,100,"10a","a","b","",null]'],
    [[true, { a: 1 }, [2], "x"], '[[2],true,"x",{"a":1}]'],
    [["1.0", 1, "1"], '["1.0",1,"1"]'],
    [[], "[]"],
    ["cba", "[]"],
    [null, "[]"],
  ])("of %j is %s", (list, text) => {
    expect(renderTemplate("{{sort list}}", { list })).toBe(text);
  });

  it("reverses the order, except of empty and of equal elements", () => {
    const list = [null, "b", 1, { k: 1 }, 10, "", "a", "10"];
    expect(renderTemplate("{{sort list descending=true}}", { list })).toBe(
      '[{"k":1},"b","a",10,"10",1,null,""]',
    );
    expect(renderTemplate("{{sort list descending=no}}", { list: [2, 1], no: false })).toBe(
      "[1,2]",
    );
  });

  it("sorts by a path, and keeps the order of equal elements", () => {
    const list = [
      { id: 1, at: { n: 2 } },
      { id: 2 },
      { id: 3, at: { n: 1 } },
      { id: 4, at: { n: 2 } },
      { id: 5, at: { n: "1" } },
    ];
    const ids = (template: string) => renderTemplate(`{{pluck (${template}) "id"}}`, { list });
    expect(ids('sort list by="at.n"')).toBe("[3,5,1,4,2]");
    expect(ids('sort list by="at.n" descending=true')).toBe("[1,4,3,5,2]");
    expect(ids('sort list by="constructor"')).toBe("[1,2,3,4,5]");
  });

  it("does not change the list of the payload", () => {
    const list = [2, 1];
    expect(renderTemplate("{{sort list}}{{list}}", { list })).toBe("[1,2][2,1]");
  });

  it("names the nearest named argument", () => {
    expect(problemOfTemplate("{{sort list desending=true}}")).toMatchObject({
      message: 'helper "sort" has no named argument "desending"',
      hint: 'Did you mean "descending"?',
    });
  });
});
