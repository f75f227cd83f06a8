// A text → the same in XML.
import { visibleText } from "@hookwright/base";

/** XML 1.0 cannot hold these, not even escaped. Other control characters are made visible. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export function escapeXml(text: string): string {
  return visibleText(text)
    .replaceAll(NOT_IN_XML, "\ufffd")
    .replaceAll(/[&<>"\t\n]/g, toReference);
}

const NAMES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function toReference(character: string): string {
  return NAMES[character] ?? `&#${character.charCodeAt(0)};`;
}
