import { readdirSync } from "node:fs";
import { join } from "node:path";
import { loadEventFile } from "@hookwright/config";
import { eventsFolder } from "@hookwright/samples";
import { expect, test } from "vitest";

test("eventsFolder holds event files that can be loaded", async () => {
  const files = readdirSync(eventsFolder, { recursive: true, encoding: "utf8" });
  const events = files.filter((name) => /\.event\.\w+$/.test(name));
  expect(events.length).toBeGreaterThan(0);
  for (const name of events) {
    expect(await loadEventFile(join(eventsFolder, name))).toMatchObject({ ok: true });
  }
});
