import { expect, test } from "vitest";
import { compileDatePattern } from "../helpers/time.ts";
import { convertDatePattern } from "./convert-date-pattern.ts";

const convert = (pattern: string) =>
  convertDatePattern(pattern, (one) => compileDatePattern(one).ok);

test.each([
  ["%Y-%m-%dT%H:%M:%SZ", "YYYY-MM-DDTHH:mm:ss[Z]"],
  ["%A, %-d %B %y at %I:%M %p %z", "dddd, D MMMM YY [at] hh:mm A ZZ"],
  ["%F %T %Z", "YYYY-MM-DD HH:mm:ss [UTC]"],
  ["100%% %Y", "100% YYYY"],
  ["Mon, 02 Jan 2006 15:04:05 MST", "ddd, DD MMM YYYY HH:mm:ss [UTC]"],
  ["2006-01-02T15:04:05Z07:00", "YYYY-MM-DDTHH:mm:ssZ"],
  ["January 2, 2006 3:04 PM", "MMMM D, YYYY h:mm A"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "YYYY-MM-DDTHH:mm:ss.SSSZ"],
  ["EEEE d MMM yy 'at' h:mm a", "dddd D MMM YY [at] h:mm A"],
  ["d.m.Y H:i", "DD.MM.YYYY HH:mm"],
  ["F jS", undefined],
  ["YYYY-MM-DD", undefined],
  ["dddd D MMMM", undefined],
  ["%Q", undefined],
  ["%H ]h[", "HH ][h]["],
  ["dd ]", "DD ]"],
])("convertDatePattern() makes of %s %s", (pattern, ours) => {
  expect(convert(pattern)).toBe(ours);
});

test("convertDatePattern() makes nothing of a pattern that is too long", () => {
  expect(convert("%Y".repeat(60))).toBe(undefined);
});
