import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

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
