import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

const payload = {
  at: "2026-07-04T16:05:09.678Z",
  zone: "Asia/Tokyo",
  badZone: "Asia/Nowhere",
  pattern: "D.M.",
  badPattern: "yyyy",
  last: 8.64e15,
};

describe("date()", () => {
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
