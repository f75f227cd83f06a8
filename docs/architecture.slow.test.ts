// docs/architecture.md and the walks of tools/sources.mjs name existing files, and the rooms that are checked.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ROOMS } from "../tools/checks/layers/core-rooms.mjs";
import { WALKS, walk } from "../tools/sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = await readFile(new URL("architecture.md", import.meta.url), "utf8");
const [, roomsOnPage = ""] = /\n## Rooms of the core\n([\s\S]*?)\n## /.exec(page) ?? [];
const files = [...page.matchAll(/`([\w./-]+\/[\w./-]+\.(?:ts|mjs))`/g)].map(
  ([, name]) => name as string,
);

/** Names without a package are relative to the sources of the core. */
function pathOf(name: string): string {
  return /^(?:packages|tools)\//.test(name) ? `${root}${name}` : `${root}packages/core/src/${name}`;
}

it.each(files)("docs/architecture.md names a file that exists: %s", (name) => {
  expect(existsSync(pathOf(name))).toBe(true);
});

it.each(Object.keys(WALKS))("the walk %s names files that exist", (name) => {
  const walked = walk(root, name as keyof typeof WALKS).files;
  expect(walked.length).toBeGreaterThan(10);
  expect(walked.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});

it("docs/architecture.md has each room with its allowed imports, as tools/checks/check-layers.mjs has them", () => {
  const rows = [...roomsOnPage.matchAll(/^\| `(\w+)` \| [^|]+ \| ([\w, ]*)\|$/gm)];
  const written = new Map(
    rows.map(([, name, may = ""]) => [
      name,
      may
        .split(", ")
        .map((one) => one.trim())
        .filter(Boolean),
    ]),
  );
  const checked = new Map(
    ROOMS.filter(({ name }) => name !== "generated").map(({ name, may }) => [name, may]),
  );
  expect(written).toEqual(checked);
});
