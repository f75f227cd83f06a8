// The events of test/explanations → what explain prints for each, as golden text beside it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../src/run.ts";
import { createTestIo } from "./support/test-io.ts";

const FOLDER = fileURLToPath(new URL("explanations", import.meta.url));
const EVENTS = readdirSync(FOLDER).filter((name) => name.includes(".event."));

test.each(EVENTS)("explain() prints the golden text of %s", async (name) => {
  const io = createTestIo();
  await run(["explain", join(FOLDER, "hooks.yaml"), "--event", join(FOLDER, name)], io);
  expect(io.stderr.text()).toBe("");
  const text = io.stdout
    .text()
    .replaceAll(/id="[^"]*"/g, 'id="ID"')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "UUID");
  await expect(text).toMatchFileSnapshot(join(FOLDER, `${name.split(".")[0]}.txt`));
});
