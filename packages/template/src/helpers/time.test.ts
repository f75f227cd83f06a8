import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";
import { compileDatePattern } from "./time.ts";

describe("date()", () => {
  const payload = {
    at: "2026-07-04T16:05:09.678Z",
    zone: "Asia/Tokyo",
    badZone: "Asia/Nowhere",
    pattern: "D.M.",
    badPattern: "yyyy",
    last: 8.64e15,
  };

  it.each([
    ["{{date at}}", "2026-07-04 16:05"],
    ["{{date at zone='America/New_York'}}", "2026-07-04 12:05"],
    ["{{date at 'HH:mm Z' zone='+05:30'}}", "21:35 +05:30"],
    ["{{date at pattern}}", "4.7."],
    ["{{date at pattern zone=zone}}", "5.7."],
    ["{{date at 'DD HH' zone=zone}}", "05 01"],
    ["{{date at missing zone=missing}}", "2026-07-04 16:05"],
    ["{{date at '' zone=''}}", "2026-07-04 16:05"],
    ["{{date at undefined zone=null}}", "2026-07-04 16:05"],
    ["{{date '2026-01-02'}}", "2026-01-02 00:00"],
    ["{{date 0}}", "1970-01-01 00:00"],
    ["{{#if (date at)}}a date{{/if}}", "a date"],
    ["{{date now 'YYYY'}}", "2026"],
    ["{{date '2/1/2026'}}", "2026-02-01 00:00"],
    ["{{date '2/1/2026' dayFirst=true}}", "2026-01-02 00:00"],
    ["{{date '2/1/2026' dayFirst=missing}}", "2026-02-01 00:00"],
    ["{{date at keep=true}}", "2026-07-04 16:05"],
    ["{{date 'soon' keep=true}}", "soon"],
    ["{{date ' next week' 'YYYY' keep=true}}", " next week"],
    ["{{date last keep=true}}", "+275760-09-13 00:00".slice(1)],
  ])("writes a date: %s", (template, text) => {
    expect(renderTemplate(template, payload)).toBe(text);
  });

  it.each([
    "{{date missing}}",
    "{{date 'soon'}}",
    "{{date at badPattern}}",
    "{{date at zone=badZone}}",
    "{{date this}}",
    "{{date 'soon' keep=false}}",
    "{{date '0001-01-01T00:00:00Z' keep=true}}",
    "{{date missing keep=true}}",
    "{{date at badPattern keep=true}}",
    "{{date last zone='+01:00'}}",
  ])("is empty where there is no date, no such pattern and no such zone: %s", (template) => {
    expect(renderTemplate(template, payload)).toBe("");
  });

  it.each([
    ["{{date at 'YYYY-mm-dd'}}", 'has "dd" in its pattern, which is not a token'],
    ["{{date at zone='Mars/Base'}}", "takes a time zone that exists"],
    ["{{date at pattern zone='CEST'}}", "takes a time zone that exists"],
    ["{{date at tz='UTC'}}", 'has no named argument "tz"'],
    ["{{date at 'D' 'M'}}", "takes 1 to 2 arguments, not 3"],
  ])("is a problem of the config where a literal is wrong: %s", (template, problem) => {
    expect(problemOfTemplate(template).message).toContain(problem);
  });

  it("hints at the right spelling", () => {
    expect(problemOfTemplate("{{date at 'H o'}}").hint).toContain('Write text in brackets: "[o]".');
    expect(problemOfTemplate("{{date at zone='Mars/Base'}}").hint).toBe(
      'Write a name such as "Europe/Berlin", or an offset such as "+02:00".',
    );
  });

  it("charges the budget for a zone that the event names", () => {
    const units = (template: string) => unitsOfTemplate(template, payload);
    const known = units("{{date at zone='Asia/Tokyo'}}");
    expect(units("{{date at zone=zone}}") - known).toBeGreaterThanOrEqual(COST.zones);
    expect(known).toBeGreaterThan(COST.dates);
  });
});

// The time of receipt is 2026-01-02T03:04:05.678Z.
it.each([
  ["2026-01-02T03:04:05.678Z", "just now"],
  ["2026-01-02T03:03:05.679Z", "just now"],
  ["2026-01-02T03:05:05.677Z", "just now"],
  ["2026-01-02T03:03:05.678Z", "1 minute ago"],
  ["2026-01-02T03:05:05.678Z", "in 1 minute"],
  ["2026-01-02T02:04:05.679Z", "59 minutes ago"],
  ["2026-01-02T02:04:05.678Z", "1 hour ago"],
  ["2026-01-01T03:04:05.679Z", "23 hours ago"],
  ["2026-01-01T03:04:05.678Z", "1 day ago"],
  ["2025-12-03T03:04:05.679Z", "29 days ago"],
  ["2025-12-03T03:04:05.678Z", "1 month ago"],
  ["2025-01-02T03:04:05.679Z", "12 months ago"],
  ["2025-01-02T03:04:05.678Z", "1 year ago"],
  ["2028-01-03T03:04:05.678Z", "in 2 years"],
  [1_767_236_645, "1 day ago"],
  ["yesterday", ""],
  [null, ""],
])("ago() of %j is %j", (at, text) => {
  expect(renderTemplate("{{ago at}}", { at })).toBe(text);
});

it("ago() reads dates with the day first where it is told to", () => {
  const render = (more: string) => renderTemplate(`{{ago '1/12/2025'${more}}}`);
  expect([render(""), render(" dayFirst=true")]).toEqual(["11 months ago", "1 month ago"]);
});

it("ago() is empty for a date that was never set", () => {
  expect(renderTemplate("{{ago '0001-01-01T00:00:00Z'}}")).toBe("");
});

describe("duration()", () => {
  it.each([
    [0, "0 s"],
    [0.25, "0.25 s"],
    ["0.0004", "0 s"],
    [59.9999, "59.999 s"],
    [60, "1 min"],
    [61.9, "1 min 1 s"],
    [3600, "1 h"],
    [3605, "1 h"],
    [3903, "1 h 5 min"],
    [86_400, "1 d"],
    [93_784, "1 d 2 h"],
    [40_000_000, "462 d 23 h"],
    [-90, "-1 min 30 s"],
    ["1e3", ""],
    [null, ""],
    [[60], ""],
  ])("of %j seconds is %j", (seconds, text) => {
    expect(renderTemplate("{{duration seconds}}", { seconds })).toBe(text);
  });

  it.each([
    [1, "1 d"],
    [2, "1 d 2 h"],
    [3, "1 d 2 h 3 min"],
    [4, "1 d 2 h 3 min 4 s"],
    [5, "1 d 2 h"],
    ["many", "1 d 2 h"],
  ])("shows %j units", (parts, text) => {
    expect(renderTemplate("{{duration 93784 parts=parts}}", { parts })).toBe(text);
  });

  it.each([
    ["2026-01-02T03:00:00Z", "2026-01-02T04:05:09Z", "1 h 5 min"],
    ["2026-01-02T03:00:00.250Z", "2026-01-02T03:00:01Z", "0.75 s"],
    [1_767_323_045, 1_767_323_105, "1 min"],
    ["2026-01-02", "2026-01-01", "-1 d"],
    ["2026-01-02", null, ""],
    ["soon", "2026-01-02", ""],
  ])("from %j to %j is %j", (from, to, text) => {
    expect(renderTemplate("{{duration from to}}", { from, to })).toBe(text);
  });

  it("reads dates with the day first where it is told to", () => {
    expect(renderTemplate("{{duration '1/2/2026' '2/2/2026' dayFirst=true}}")).toBe("1 d");
  });

  it.each(["0", "5", "1.5", "'x'"])("refuses parts=%s", (parts) => {
    expect(problemOfTemplate(`{{duration 5 parts=${parts}}}`).message).toBe(
      'helper "duration" takes parts that are a whole number from 1 to 4',
    );
  });
});

describe("compileDatePattern()", () => {
  function write(pattern: string, clock: string, offset = 0): string {
    const compiled = compileDatePattern(pattern);
    if (!compiled.ok) throw new Error(compiled.problem);
    return compiled.format({ clock: new Date(`${clock}Z`), offset });
  }

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
