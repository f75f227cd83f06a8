import { describe, expect, it } from "vitest";
import { createZone } from "./instants.ts";

function hoursAhead(name: string, instant: string): number | undefined {
  const offset = createZone(name)?.(Date.parse(instant));
  return offset === undefined ? undefined : offset / 3600;
}

describe("createZone()", () => {
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
