import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { COST } from "../render/budget.ts";
import { createZone, instantFromValue } from "./instants.ts";
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
  ])("is empty for a missing date, a wrong pattern and an unknown zone: %s", (template) => {
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

it("ago() reads dates with the day first if dayFirst is true", () => {
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

  it("reads dates with the day first if dayFirst is true", () => {
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

describe("instantFromValue()", () => {
  it.each([
    ["2026-01-02", "2026-01-02T00:00:00.000Z"],
    ["2026-01-02T03:04", "2026-01-02T03:04:00.000Z"],
    ["2026-01-02 03:04:05", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02t03:04:05z", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04:05.6Z", "2026-01-02T03:04:05.600Z"],
    ["2026-01-02T03:04:05,678901234Z", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02T03:04:05+05:30", "2026-01-01T21:34:05.000Z"],
    ["2026-01-02 03:04:05 -0800", "2026-01-02T11:04:05.000Z"],
    ["2026-01-02 03:04:05 +01", "2026-01-02T02:04:05.000Z"],
    [" 2026-01-02 03:04:05 UTC\n", "2026-01-02T03:04:05.000Z"],
    ["Fri, 02 Jan 2026 03:04:05 GMT", "2026-01-02T03:04:05.000Z"],
    ["Fri,2 jan 2026 03:04:05 +0530 (IST)", "2026-01-01T21:34:05.000Z"],
    ["29 Feb 2024 03:04 -0800", "2024-02-29T11:04:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["9/9/2018 7:04 PM", "2018-09-09T19:04:00.000Z"],
    ["12/31/2018 12:04:05 am", "2018-12-31T00:04:05.000Z"],
    ["1/2/2018, 12:30 p.m.", "2018-01-02T12:30:00.000Z"],
    ["1/2/2018 19:30 +02:00", "2018-01-02T17:30:00.000Z"],
    ["1/2/2018", "2018-01-02T00:00:00.000Z"],
    ["2020-07-20 16:18:40 (UTC)", "2020-07-20T16:18:40.000Z"],
    ["2025-02-15 14:59:03 +0000 UTC", "2025-02-15T14:59:03.000Z"],
    ["2025-02-15 14:59:03.123456 +0100 CET", "2025-02-15T13:59:03.123Z"],
    ["2024/08/14 21:28:56 GMT", "2024-08-14T21:28:56.000Z"],
    ["2024/8/4", "2024-08-04T00:00:00.000Z"],
    ["2026.01.02 02:51:14", "2026-01-02T02:51:14.000Z"],
    ["2026.1.2", "2026-01-02T00:00:00.000Z"],
    ["Sat Oct 26 23:20:39 UTC 2024", "2024-10-26T23:20:39.000Z"],
    ["Sat Oct  5 03:20:39 2024", "2024-10-05T03:20:39.000Z"],
    ["Sat Oct 26 23:20:39 +0200 2024", "2024-10-26T21:20:39.000Z"],
    ["2025-02-03T21:41:42.853014+01.00", "2025-02-03T20:41:42.853Z"],
    ["April 17, 2025", "2025-04-17T00:00:00.000Z"],
    ["Apr 7, 2025, 3:04 PM", "2025-04-07T15:04:00.000Z"],
    ["April 07, 2025 at 03:04PM", "2025-04-07T15:04:00.000Z"],
    ["20241026T232039Z", "2024-10-26T23:20:39.000Z"],
    ["20241026T232039+0200", "2024-10-26T21:20:39.000Z"],
    [
      "Sat Oct 26 2024 23:20:39 GMT+0200 (Central European Summer Time)",
      "2024-10-26T21:20:39.000Z",
    ],
    ["Sat Oct 26 2024", "2024-10-26T00:00:00.000Z"],
    ["Fri, 1 Aug 2014 16:45:32 -04:00", "2014-08-01T20:45:32.000Z"],
    ["0050-06-01", "0050-06-01T00:00:00.000Z"],
    ["-000044-03-15", "-000044-03-15T00:00:00.000Z"],
    ["+012026-01-02", "+012026-01-02T00:00:00.000Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
    [0, "1970-01-01T00:00:00.000Z"],
    [-1, "1969-12-31T23:59:59.000Z"],
    [1_767_323_045, "2026-01-02T03:04:05.000Z"],
    ["1767323045", "2026-01-02T03:04:05.000Z"],
    ["1767323045.678901", "2026-01-02T03:04:05.678Z"],
    [1_767_323_045_678, "2026-01-02T03:04:05.678Z"],
    ["1767323045678", "2026-01-02T03:04:05.678Z"],
    [99_999_999_999, "5138-11-16T09:46:39.000Z"],
    [100_000_000_000, "1973-03-03T09:46:40.000Z"],
    [-100_000_000_000, "1966-10-31T14:13:20.000Z"],
    [8.64e15, "+275760-09-13T00:00:00.000Z"],
  ])("reads %j as %s", (value, iso) => {
    expect(new Date(instantFromValue(value) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    "",
    "today",
    "2026",
    "2026-01",
    "2026-13-01",
    "2026-00-01",
    "2026-02-29",
    "2026-01-32",
    "2026-01-02x",
    "2026-01-02T",
    "2026-01-02T3:04",
    "2026-01-02T24:00",
    "2026-01-02T03:60",
    "2026-01-02T03:04:60",
    "2026-01-02T03:04:05 CET",
    "2026-01-02T03:04:05+24:00",
    "2026-01-02T03:04:05+01:60",
    "+275760-09-13T00:00:01Z",
    "-271821-04-20T00:00:00+00:01",
    "+999999-01-01",
    "Fri, 02 Jan 2026 03:04:05 PST",
    "Fri, 02 Jan 2026 03:04:05",
    "Fri, 30 Feb 2026 03:04:05 GMT",
    "Fri, 02 Foo 2026 03:04:05 GMT",
    "13/9/2018 7:04 PM",
    "9/9/18",
    "9/9/2018 13:04 PM",
    "9/9/2018 0:04 AM",
    "9/9/2018 7:04 PST",
    "9/9/2018 7 PM",
    "2018/9/9 7:04 soon",
    "2024/13/01",
    "20241026T2320",
    "20241326T232039Z",
    "20241026T232039 PST",
    "Smarch 17, 2025",
    "Foo 26, 2024",
    "April 31, 2025",
    "April 17",
    "Sat Oct 26 23:20:39 PST 2024",
    "2026-01-02T03:04:05+01.0",
    "2026-01-02T03:04:05 UTC CET",
    "0001-01-01",
    "0001-01-01T00:00:00Z",
    " 0001-01-01 00:00:00 +0000 UTC",
    "0000-00-00 00:00:00",
  ])("takes the text %j for no date, unless it is a number", (text) => {
    expect(instantFromValue(text)).toBe(text === "2026" ? 2_026_000 : undefined);
  });

  it.each([
    ["2/1/2018", "2018-01-02T00:00:00.000Z"],
    ["31/12/2018 7:04 PM", "2018-12-31T19:04:00.000Z"],
    ["2018/12/31", "2018-12-31T00:00:00.000Z"],
    ["2018-01-02", "2018-01-02T00:00:00.000Z"],
  ])("reads %j with the day first as %s", (value, iso) => {
    const instant = instantFromValue(value, { dayFirst: true });
    expect(new Date(instant ?? Number.NaN).toISOString()).toBe(iso);
  });

  it("looks at each character of a long text a few times at most", () => {
    for (const text of [
      "1/1/2020 1:11 ",
      "Jan 1, 2020 1:11 GMT+0000 (",
      "1 Jan 2020 11:11 GMT (",
    ]) {
      expect(instantFromValue(text + "x".repeat(5_000_000))).toBeUndefined();
    }
  });

  it.each([null, undefined, true, [], {}, 8.64e15 + 2, Number.NaN])(
    "takes %j for none",
    (value) => {
      expect(instantFromValue(value)).toBeUndefined();
    },
  );
});

describe("createZone()", () => {
  function hoursAhead(name: string, instant: string): number | undefined {
    const offset = createZone(name)?.(Date.parse(instant));
    return offset === undefined ? undefined : offset / 3600;
  }

  it.each([
    ["UTC", "2026-07-01T00:00:00Z", 0],
    ["gmt", "2026-07-01T00:00:00Z", 0],
    ["Etc/UTC", "2026-07-01T00:00:00Z", 0],
    ["+02:00", "2026-07-01T00:00:00Z", 2],
    ["-0930", "2026-07-01T00:00:00Z", -9.5],
    ["Asia/Kolkata", "2026-07-01T00:00:00Z", 5.5],
    ["Pacific/Kiritimati", "2026-07-01T00:00:00Z", 14],
    ["Pacific/Apia", "2011-12-29T12:00:00Z", -10],
    ["Pacific/Apia", "2011-12-31T12:00:00Z", 14],
    ["America/New_York", "2026-01-01T00:00:00Z", -5],
    ["America/New_York", "1960-07-01T00:00:00Z", -4],
    ["Europe/Berlin", "1945-07-01T00:00:00Z", 3],
    ["Europe/Berlin", "2026-01-01T00:00:00.999Z", 1],
    ["Europe/Berlin", "1969-12-31T23:59:59.999Z", 1],
  ])("knows how far %s is ahead at %s", (name, instant, hours) => {
    expect(hoursAhead(name, instant)).toBe(hours);
  });

  it.each([
    ["Europe/Berlin", "2026-03-29T00:59:59Z", 1],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", 2],
    ["Europe/Berlin", "2026-10-25T00:59:59Z", 2],
    ["Europe/Berlin", "2026-10-25T01:00:00Z", 1],
    ["Australia/Lord_Howe", "2026-04-04T14:59:59Z", 11],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", 10.5],
  ])("changes the clocks of %s to the second, at %s", (name, instant, hours) => {
    expect(hoursAhead(name, instant)).toBe(hours);
  });

  it("keeps the seconds of local mean time, and supports years before Christ", () => {
    const paris = createZone("Europe/Paris") as (instant: number) => number;
    expect(paris(Date.parse("1850-01-01T00:00:00Z"))).toBe(561);
    expect(paris(Date.parse("-000043-03-15T12:00:00Z"))).toBe(561);
    expect(paris(Date.parse("0000-12-31T23:59:00Z"))).toBe(561);
    expect(paris(Date.parse("0050-06-01T00:00:00Z"))).toBe(561);
  });

  it.each(["", "Europe/Nowhere", "+25:00", "+02:60", "+2", "local", "x".repeat(1000)])(
    "does not know %j",
    (name) => {
      expect(createZone(name)).toBeUndefined();
    },
  );
});
