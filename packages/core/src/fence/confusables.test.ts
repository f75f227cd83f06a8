// The look-alikes that Unicode lists, read from its data and not from our tables, against the fence.
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { neutralize } from "./neutralize.ts";

const CONFUSABLES: Readonly<Record<string, string>> = createRequire(import.meta.url)(
  "unhomoglyph/data.json",
);

/** Characters whose prototype is `text` in either case, marks and the signs around it left out. */
function alikeTo(text: string): readonly string[] {
  return Object.entries(CONFUSABLES)
    .filter(([, prototype]) => bare(prototype) === text)
    .map(([character]) => character);
}

function bare(prototype: string): string {
  const unmarked = prototype.normalize("NFD").replace(/[\p{M}·',.()]/gu, "");
  return unmarked.toLowerCase();
}

/** The look-alikes that `write` turns into a text that nobody replaces. */
function missedOf(text: string, write: (character: string) => string): readonly string[] {
  const alike = alikeTo(text);
  expect(alike.length).toBeGreaterThan(0);
  return alike.filter((character) => neutralize(write(character)) === write(character));
}

const NAME = "end_external_untrusted_webhook_content";

test.each([...new Set(NAME.replaceAll("_", ""))])(
  "neutralize() knows every character that Unicode lists for the letter %s of a marker",
  (letter) => {
    expect(missedOf(letter, (alike) => `<<<${NAME.replaceAll(letter, alike)}`)).toEqual([]);
  },
);

test.each(["<", "<<", "<<<"])(
  "neutralize() knows every character that Unicode lists for the bracket %s of a marker",
  (bracket) => {
    expect(missedOf(bracket, (alike) => alike + NAME)).toEqual([]);
  },
);

test.each(["_", "-", "/"])(
  "neutralize() knows every character that Unicode lists for the separator %s of a marker",
  (separator) => {
    expect(missedOf(separator, (alike) => `<<<${NAME.replaceAll("_", alike)}`)).toEqual([]);
  },
);

test("neutralize() knows characters that Unicode lists for several letters of a marker", () => {
  expect(missedOf("rn", (alike) => `<${NAME.replace("rn", alike)}`)).toEqual([]);
  expect(missedOf("oo", (alike) => `<${NAME.replace("oo", alike)}`)).toEqual([]);
  expect(missedOf("st", (alike) => `<${NAME.replace("st", alike)}`)).toEqual([]);
});

test.each([
  ["<", "<|im_start|>"],
  [">", "<|im_start|>"],
  ["<", "<</sys>>"],
  ["<<", "<</sys>>"],
  [">>", "<</sys>>"],
  ["/", "<</sys>>"],
  ["_", "<start_of_turn>"],
  ["f", "<start_of_turn>"],
  ["p", "<pad>"],
  ["y", "<<sys>>"],
  ["i", "[inst]"],
  ["k", "</unk>"],
])("neutralize() knows every character that Unicode lists for %s in %s", (part, token) => {
  expect(
    missedOf(part, (alike) => token.replace(part, alike)).filter(
      (alike) => alike.charCodeAt(0) > 0x7f,
    ),
  ).toEqual([]);
});
