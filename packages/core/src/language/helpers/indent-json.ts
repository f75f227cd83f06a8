// Compact JSON → the same, each element on a line of its own.
import type { Frame } from "../render/frame.ts";
import { checkRoom } from "./check-room.ts";

/** By hand, because the indents of deep values may be far longer than the values. */
export function indentJson(compact: string, width: number, frame: Frame): string {
  let text = "";
  let level = 0;
  for (let at = 0; at < compact.length; ) {
    const token = tokenAt(compact, at);
    at += token.length;
    if (token === "{" || token === "[") level += 1;
    if (token === "}" || token === "]") level -= 1;
    text += breakAround(token, level * width);
    checkRoom(text.length + compact.length - at, frame);
  }
  return text;
}

/** A whole text, brackets that hold nothing, or one character. */
function tokenAt(json: string, start: number): string {
  const pair = json.slice(start, start + 2);
  if (pair === "{}" || pair === "[]") return pair;
  if (json[start] !== '"') return json.charAt(start);
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === "\\" ? 2 : 1;
  return json.slice(start, end + 1);
}

function breakAround(token: string, indent: number): string {
  switch (token) {
    case "{":
    case "[":
    case ",":
      return `${token}\n${" ".repeat(indent)}`;
    case "}":
    case "]":
      return `\n${" ".repeat(indent)}${token}`;
    default:
      return token === ":" ? ": " : token;
  }
}
