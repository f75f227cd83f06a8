// Differential test: dates in zones are what Intl itself shows for the same instant.
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { renderTemplate } from "../../../test/render.ts";

const RUNS = runs(700);

const zones = fc.constantFrom(
  ...["Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Africa/Monrovia"],
  ...["Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Troll", "America/Sao_Paulo", "Etc/GMT+12"],
);

/** Any time from 1800 to 2200, and the hours around changes of clocks, which are at full quarters. */
const instants = fc.oneof(
  fc.integer({ min: -5_364_662_400_000, max: 7_258_118_400_000 }),
  fc
    .tuple(fc.integer({ min: -2_000_000, max: 2_500_000 }), fc.constantFrom(-1, 0, 1))
    .map(([quarters, step]) => quarters * 900_000 + step),
);

it("date() shows what Intl shows", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(instants, zones, (instant, timeZone) => {
      const at = new Date(instant).toISOString();
      const template = `{{date at "M/D/YYYY, HH:mm:ss.SSS" zone="${timeZone}"}}`;
      const format = new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        fractionalSecondDigits: 3,
      });
      expect(renderTemplate(template, { at })).toBe(format.format(instant));
    }),
    { numRuns: RUNS },
  );
});
