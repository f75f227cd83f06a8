// Markdown of an answer whose model read text from outside → the same text, in which no link hides where it leads.
import { cleanText } from "../channels/shared/recipient.ts";

/**
 * `[text](url)` becomes `text (url)`; likewise images, references, and `<url|text>`.
 *
 * What could still be a link with a text of its own gets a space, in code as well: platforms differ in what they read as
 * a link and as code, and the text may have been written to exploit that. Control characters are removed first, because
 * their removal afterwards could make a link.
 */
export function writeOutLinks(text: string): string {
  const { rest, addresses } = takeDefinitions(cleanText(text));
  const written = writeOutInline(rest).replace(SLACK_LINK, (_, url: string, label: string) =>
    labelled(label, url),
  );
  return breakLinks(addresses.size === 0 ? written : writeOutReferences(written, addresses));
}

const DEFINITION =
  /^([ \t>]{0,20})\[([^[\]\n]{1,200})\]:[ \t]{0,20}<?([a-z][a-z0-9+.-]{1,20}:[^\s<>]{1,2000})>?[^\n]*$/gim;

/** The lines `[label]: url` become `label: url`. */
function takeDefinitions(text: string): {
  readonly rest: string;
  readonly addresses: ReadonlyMap<string, string>;
} {
  const addresses = new Map<string, string>();
  const rest = text.replace(DEFINITION, (_, indent: string, label: string, url: string) => {
    const key = keyOf(label);
    // CommonMark takes the first of several.
    if (!addresses.has(key)) addresses.set(key, url);
    return `${indent}${label}: ${url}`;
  });
  return { rest, addresses };
}

const INLINE =
  /!?\[([^[\]\n]{0,500})\]\([ \t]{0,20}<?((?:[a-z][a-z0-9+.-]{1,20}:|www\.|\/)[^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,500})?)>?(?:[ \t]{1,20}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?[ \t]{0,20}\)/gi;

/** An image within the text of a link is two levels. */
const MAX_LEVELS = 3;

function writeOutInline(text: string): string {
  let written = text;
  for (let level = 0; level < MAX_LEVELS; level++) {
    written = written.replace(INLINE, (_, label: string, url: string) => labelled(label, url));
  }
  return written;
}

const SLACK_LINK = /<([a-z][a-z0-9+.-]{1,20}:[^\s<>|]{1,2000})\|([^<>\n]{0,500})>/gi;

const REFERENCE = /!?\[([^[\]\n]{1,500})\](?: ?\[([^[\]\n]{0,200})\])?/g;

function writeOutReferences(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (source, label: string, reference = "") => {
    const url = addresses.get(keyOf(reference === "" ? label : reference));
    return url === undefined ? source : labelled(label, url);
  });
}

function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

function labelled(label: string, url: string): string {
  const text = label.trim();
  return text === "" || text === url ? url : `${text} (${url})`;
}

/**
 * `](` of a link, `]:` of a definition (but not the port of `http://[::1]:80`), `<…|` of Slack's links, `<a` of HTML.
 */
const LINK_MARK = /\](?=\(|:(?!\d))|<(?=[^\s<>|]{1,2000}\||a[\s/])/gi;

function breakLinks(text: string): string {
  return text.replace(LINK_MARK, "$& ");
}
