// @ts-check
// The files of src/channels → their facts, and the comment above them, which is a section of docs/channels.md.
//
// Why from the text: the core is built before the host, and reads names here that nothing of it may import.
import { readdirSync, readFileSync } from "node:fs";
import { readLiteral } from "../../../tools/build/read-literal.mjs";

/** @typedef {import("../src/channels/shared/channel-kind.ts").ChannelFacts} ChannelFacts */

const folder = new URL("../src/channels/", import.meta.url);

/**
 * In the order in which messages list them: those of every gateway first.
 *
 * @returns {Promise<readonly (ChannelFacts & { readonly notes: string })[]>}
 */
export async function readChannels() {
  const names = readdirSync(folder).filter((name) => /^[^.]+\.ts$/.test(name));
  const channels = await Promise.all(
    names.map(async (name) => {
      const { facts, notes } = await readFacts(readFileSync(new URL(name, folder), "utf8"));
      if (`${facts?.id}.ts` !== name) {
        throw new Error(`src/channels/${name}: the file needs facts whose "id" is its name.`);
      }
      return { ...facts, notes };
    }),
  );
  return channels.sort(
    (a, b) =>
      (a.gatewayRank ?? Number.POSITIVE_INFINITY) - (b.gatewayRank ?? Number.POSITIVE_INFINITY) ||
      a.id.localeCompare(b.id),
  );
}

/** @param {string} text of a file of src/channels */
export async function readFacts(text) {
  const [, comment = ""] = /^\/\*\*\n((?: \*.*\n)+?) \*\/\nexport const facts:/m.exec(text) ?? [];
  return { facts: await readLiteral(text, "facts"), notes: comment.replaceAll(/^ \* ?/gm, "") };
}
