// What stands in an opening tag behind its name → the value of an attribute, and whether the element is hidden.
import { decodeEntities } from "./decode-entities.ts";

const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The first of that name, as in a browser; its entities are decoded. */
export function readAttribute(attributes: string, name: string): string | undefined {
  for (const [, found = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (found.toLowerCase() === name) return decodeEntities(double ?? single ?? bare ?? "");
  }
  return undefined;
}

/** Mails hide a text that their list of mails shows, and senders what only a program is to read. */
export function isHidden(attributes: string): boolean {
  // Most tags have neither, and need no look at each attribute.
  if (!/hidden|display/i.test(attributes)) return false;
  if (readAttribute(attributes, "hidden") !== undefined) return true;
  const style = readAttribute(attributes, "style") ?? "";
  return /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

/** Schemes that a link may have; a link without one stays as it is. */
const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel", "sms", "ftp"]);

/** Where a link leads; undefined where it leads nowhere outside of the text, or runs code. */
export function readLink(attributes: string): string | undefined {
  // As browsers do, which also find "java\nscript:".
  const url = (readAttribute(attributes, "href") ?? "").replace(/[\s\p{Cc}]+/gu, "");
  if (url === "" || url.startsWith("#")) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? url : undefined;
}
