import { join } from "node:path";
import { loadEventFile } from "@hookwright/config";
import { eventsFolder, listSamples, sample } from "@hookwright/samples";
import { describe, expect, test } from "vitest";

describe("listSamples()", () => {
  test("names the samples of all providers, or of one, in alphabetical order", () => {
    const names = listSamples();
    expect(names.length).toBeGreaterThanOrEqual(100);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain("gmail/batch");
    expect(listSamples("stripe").every((name) => name.startsWith("stripe/"))).toBe(true);
    expect(listSamples("nobody")).toEqual([]);
  });
});

describe("sample()", () => {
  test.each(listSamples())("%s is the event of its file", async (name) => {
    const { receivedAt, ...event } = sample(name);
    expect(receivedAt).toBe(Date.parse("2026-01-02T03:04:05.678Z"));
    const file = await loadEventFile(join(eventsFolder, `${name}.event.json`));
    expect(file).toMatchObject({ ok: true, kind: "event", events: [{ ...event, receivedAt }] });
  });

  test("returns a new object each time", () => {
    expect(sample("github/push").payload).not.toBe(sample("github/push").payload);
  });

  test("names the nearest sample for an unknown name", () => {
    expect(() => sample("github/pusj")).toThrow(/no sample "github\/pusj".*"github\/push"/);
    expect(() => sample("linear/nothing-like-it")).toThrow(/Known: linear\/[^:]*\.$/);
    expect(() => sample("nobody")).toThrow(
      /Known: alertmanager\/.*, stripe\/.*, uptime\/[\w-]+\.$/,
    );
  });
});
