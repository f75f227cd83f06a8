import { describe, expect, it } from "vitest";
import { compileDatePattern } from "./time.ts";

function write(pattern: string, clock: string, offset = 0): string {
  const compiled = compileDatePattern(pattern);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.format({ clock: new Date(`${clock}Z`), offset });
}

describe("compileDatePattern()", () => {
  it.each([
    ["YYYY YY M MM D DD", "2026 26 1 01 2 02"],
    ["MMM MMMM ddd dddd", "Jan January Fri Friday"],
    ["H HH h hh m mm s ss SSS", "3 03 3 03 4 04 5 05 006"],
    ["A a", "AM am"],
    ["Z ZZ", "+00:00 +0000"],
    ["YYYY-MM-DDTHH:mm:ss.SSSZ", "2026-01-02T03:04:05.006+00:00"],
    ["[on] D. MMMM [at] H[h]", "on 2. January at 3h"],
    ["[]YYYY[YYYY]", "2026YYYY"],
    ["D/M 'é ]%$1", "2/1 'é ]%$1"],
    ["", ""],
  ])("writes %j as %j", (pattern, text) => {
    expect(write(pattern, "2026-01-02T03:04:05.006")).toBe(text);
  });

  it.each([
    ["2026-12-31T00:00:00", "12 12 AM am 0 Thu Dec"],
    ["2026-12-31T12:00:00", "12 12 PM pm 12 Thu Dec"],
    ["2026-12-31T23:59:59", "11 11 PM pm 23 Thu Dec"],
  ])("reads the clock of twelve hours at %s", (clock, text) => {
    expect(write("h hh A a H ddd MMM", clock)).toBe(text);
  });

  it.each([
    ["0050-06-01T00:00:00", "0050 50"],
    ["-000044-03-15T00:00:00", "-0044 44"],
    ["+012026-01-01T00:00:00", "12026 26"],
  ])("writes the year of %s as %j", (clock, text) => {
    expect(write("YYYY YY", clock)).toBe(text);
  });

  it.each([
    [3600, "+01:00 +0100"],
    [-12_600, "-03:30 -0330"],
    [45_900, "+12:45 +1245"],
    [561, "+00:09 +0009"],
    [-561, "-00:09 -0009"],
  ])("writes an offset of %d seconds as %j", (offset, text) => {
    expect(write("Z ZZ", "2026-01-02T03:04:05", offset)).toBe(text);
  });

  it.each(["YYYYY", "MMMMM", "HHH", "AA", "ZZZ", "TT", "x"])(
    "reports that %j is not a token",
    (pattern) => {
      expect(compileDatePattern(`YYYY ${pattern}`)).toEqual({
        ok: false,
        problem: `has "${pattern}" in its pattern, which is not a token`,
        hint: `Write text in brackets: "[${pattern}]". Tokens are YYYY, MM, DD, HH, mm, ss and others.`,
      });
    },
  );

  it.each([
    ["yyyy-MM-dd", "yyyy", "YYYY"],
    ["dd.MM.yyyy", "dd", "DD"],
    ["hh:mm:SS", "SS", "ss"],
    ["DDD", "DDD", "ddd"],
    ["d", "d", "D"],
  ])("names the token that %j may mean", (pattern, piece, token) => {
    expect(compileDatePattern(pattern)).toEqual({
      ok: false,
      problem: `has "${piece}" in its pattern, which is not a token`,
      hint: `The token is "${token}". Write text in brackets: "[${piece}]".`,
    });
  });

  it("refuses a pattern of more than 200 characters", () => {
    expect(compileDatePattern("-".repeat(200))).toHaveProperty("format");
    expect(compileDatePattern("-".repeat(201))).toEqual({
      ok: false,
      problem: "takes a pattern of at most 200 characters",
    });
  });
});
