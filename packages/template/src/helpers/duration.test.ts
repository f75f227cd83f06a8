import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

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
