import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("choose()", () => {
  it.each([
    ['{{choose v open="A" closed="B" default="C"}}', "open", "A"],
    ['{{choose v open="A" closed="B" default="C"}}', "closed", "B"],
    ['{{choose v open="A" closed="B" default="C"}}', "Open", "C"],
    ['{{choose v open="A" closed="B"}}', "new", ""],
    ['{{choose v open="A" default=v}}', "new", "new"],
    ["{{choose v open=(upper v)}}", "open", "OPEN"],
    ['{{choose v true="yes" false="no"}}', true, "yes"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', 0, "down"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', "1", "up"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', 7, "unknown"],
    ['{{choose v 0 "down" 1 "up"}}', 7, ""],
    ['{{choose v 0 "down" default="other"}}', 7, "other"],
    ['{{choose v "in review" "R"}}', "in review", "R"],
    ['{{choose v "" "nothing"}}', null, "nothing"],
    ['{{choose v "always"}}', "x", "always"],
    ['{{choose v a="A"}}', "toString", ""],
    ['{{choose v a="A"}}', "__proto__", ""],
    ['{{choose v [2 x]="A"}}', "2 x", "A"],
  ])("as in %s of %j is %j", (template, v, text) => {
    expect(renderTemplate(template, { v })).toBe(text);
  });

  it("is a problem of the config without texts to choose from", () => {
    expect(problemOfTemplate("{{upper (choose v)}}")).toMatchObject({
      message: 'helper "choose" takes texts to choose from',
      hint: 'Write {{choose state open="…" closed="…" default="…"}}.',
    });
  });
});
