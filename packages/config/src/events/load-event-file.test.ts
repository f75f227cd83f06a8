// Real files → events, or why they cannot be read.
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { loadEventFile } from "./load-event-file.ts";

test("E1 loadEventFile() reads a file in the format of its name", async () => {
  const path = join(createTempDir({ "a.event.yaml": "path: ci" }), "a.event.yaml");
  expect(await loadEventFile(path)).toMatchObject({
    ok: true,
    kind: "event",
    events: [{ path: "ci", payload: {} }],
    filename: path,
    files: [path],
  });
});

test("E1 loadEventFile() reports a file that cannot be read", async () => {
  const path = join(createTempDir({}), "gone.event.json");
  expect(await loadEventFile(path)).toEqual({
    ok: false,
    problems: [
      {
        code: "event_unreadable",
        severity: "error",
        path: [],
        message: "The event file cannot be read: there is no such file.",
      },
    ],
    filename: path,
    files: [path],
  });
});
