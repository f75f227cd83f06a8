// A place in a paragraph → what stands there besides emphasis: code, a link, an escape, or text.
import type { Inline } from "./nodes.ts";

export interface SpanRead {
  readonly node: Extract<Inline, { readonly text: string }>;
  readonly end: number;
}

const LINK =
  /!?\[([^[\]\n]{0,500})\]\(<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,500})?)>?(?:[ \t]+"[^"\n]{0,500}")?\)/y;
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000})>/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const TICKS = /`+/y;
/** Up to the next character that may begin something. */
const PLAIN = /[^\\`![<*_~]+/y;

export function readSpan(text: string, index: number): SpanRead {
  const escaped = match(ESCAPE, text, index);
  if (escaped !== undefined) return plain(escaped[1] ?? "", escaped[0], index);
  const [ticks] = match(TICKS, text, index) ?? [];
  if (ticks !== undefined) return readCode(text, index, ticks);
  const link = match(LINK, text, index);
  if (link !== undefined) return readLink(link, index);
  const autolink = match(AUTOLINK, text, index);
  if (autolink !== undefined) return readLink([autolink[0], "", autolink[1] ?? ""], index);
  const [words = text.charAt(index)] = match(PLAIN, text, index) ?? [];
  return plain(words, words, index);
}

function match(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

function plain(text: string, source: string, index: number): SpanRead {
  return { node: { kind: "text", text }, end: index + source.length };
}

/** Code ends with as many backticks as it began with. */
function readCode(text: string, index: number, ticks: string): SpanRead {
  const start = index + ticks.length;
  let end = text.indexOf(ticks, start);
  while (end !== -1 && text[end + ticks.length] === "`") {
    let next = end;
    while (text[next] === "`") next++;
    end = text.indexOf(ticks, next);
  }
  if (end === -1) return plain(ticks, ticks, index);
  const code = text.slice(start, end).replaceAll("\n", " ");
  const inner = /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
  return { node: { kind: "code", text: inner }, end: end + ticks.length };
}

/** Platforms open other kinds of addresses in apps, or name a user by them. */
const SAFE_URL = /^(?:https?:\/\/|mailto:)/i;

function readLink([source = "", label = "", url = ""]: readonly string[], index: number): SpanRead {
  const end = index + source.length;
  if (!SAFE_URL.test(url)) return plain(source, source, index);
  const text = label.trim().replace(/^[*_`]+|[*_`]+$/g, "");
  return { node: { kind: "link", text: text === "" ? url : text, url }, end };
}
