// The lists of channels and codes → whether the docs and the other lists agree with them.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SEND_CODES } from "../src/channel/send-codes.ts";
import { CHANNEL_KINDS } from "../src/channel/settings/channel-kinds.ts";
import { KNOWN_CHANNELS } from "../src/model/channel.ts";

const page = await readFile(new URL("../../../docs/channels.md", import.meta.url), "utf8");

test("DEL-14 docs/channels.md lists the codes that there are, with their meanings", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| [\w ]+ \| (.+) \|$/gm)].map(
    ([, code, meaning]) => [code, meaning],
  );
  expect(rows).toEqual(Object.entries(SEND_CODES).map(([code, { meaning }]) => [code, meaning]));
});

test("docs/channels.md has a section for each channel that is built, and names the others", () => {
  for (const { id, create } of CHANNEL_KINDS) {
    expect(page).toMatch(
      create === "not_built"
        ? new RegExp(`^\\| .*\\b${id}\\b.*not built yet`, "m")
        : new RegExp(`^## ${id}$`, "m"),
    );
  }
});

test("DEL-4 CHANNEL_KINDS has each channel whose name may stand before a recipient", () => {
  expect(CHANNEL_KINDS.map(({ id }) => id)).toEqual([...KNOWN_CHANNELS]);
});
