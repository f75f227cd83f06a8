import { expect, test } from "vitest";
import { addVersion, sectionOf } from "./changelog.mjs";

const FIRST = "# What changed\n\nA line.\n\n## 0.1.0 (2026-11-24)\n\nThe first one.\n";

const changeset = (name: string, type: "major" | "minor" | "patch", summary: string) => ({
  id: "brave-dogs-sing",
  summary,
  releases: [{ name, type }],
});

test("addVersion() puts a version above the older ones, with the largest steps first", () => {
  const written = addVersion(FIRST, {
    version: "0.2.0",
    date: "2026-12-01",
    changesets: [
      changeset("hookwright", "patch", "check: one line less"),
      changeset("@hookwright/core", "minor", "A helper: `ordinal`.\n\nSize of core: its table"),
      changeset("@hookwright/host", "patch", "sessions: a reset wins"),
    ],
  });
  expect(written).toBe(`# What changed

A line.

## 0.2.0 (2026-12-01)

### New

- \`@hookwright/core\`: A helper: \`ordinal\`.
  
  Size of core: its table

### Fixed

- \`hookwright\`: check: one line less
- \`@hookwright/host\`: sessions: a reset wins

## 0.1.0 (2026-11-24)

The first one.
`);
});

test("sectionOf() finds a section by its whole version", () => {
  expect(sectionOf(FIRST, "0.1.0")).toBe("The first one.");
  expect(sectionOf(FIRST, "0.1")).toBeUndefined();
  expect(sectionOf(FIRST.replace("0.1.0", "0.1.01"), "0.1.0")).toBeUndefined();
});
