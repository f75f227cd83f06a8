// The inside of a tag → the statement that it is in any of the languages; undefined for an expression.
import type { ForeignPiece } from "./scan-pieces.ts";

export type BlockName = "if" | "unless" | "each" | "with";

export type ForeignStatement =
  | {
      readonly kind: "open";
      readonly block: BlockName;
      /** Its condition, list or value. */
      readonly expression: string;
      /** What it names the element, and then its index or key. */
      readonly names: readonly string[];
      /** Whether its fields are written with a dot, as in Go. */
      readonly isGo: boolean;
      /** Whether our language opens such a block in the same way. */
      readonly isOurs: boolean;
      /** What closes it, where it is closed by name. */
      readonly name: string;
    }
  | { readonly kind: "else"; readonly expression?: string | undefined; readonly isOurs: boolean }
  /** Without a name, it closes whatever is open. */
  | { readonly kind: "close"; readonly name?: string };

const LOOP = "(?:for|foreach|forEach|each|loop)";
const LOOP_IN = new RegExp(
  String.raw`^${LOOP}\s+(\$?\w+)(?:\s*,\s*(\$?\w+))?\s+(?:in|of)\s+(.+)$`,
  "s",
);
const LOOP_AS = new RegExp(String.raw`^${LOOP}\s+(\S[^|]*?)\s+as\s+(\$?\w+)(?:\s*=>\s*(\$?\w+))?$`);
const LOOP_OVER = /^(for|foreach|forEach|loop)\s+(.+)$/s;
const RANGE = /^range\s+(?:(\$\w+)\s*(?:,\s*(\$\w+)\s*)?:=\s*)?(.+)$/s;
const CONDITION = /^(if|unless|with|each)\s+(.+)$/s;
const ELSE_IF = /^(?:elif|elsif|elseif|elseIf|else\s+if)\s+(.+)$/s;
/** Of blocks in our language: `as |item index|`. */
const BLOCK_NAMES = /^(.*?)\s+as\s+\|([^|]*)\|$/s;

export function readStatement(piece: ForeignPiece): ForeignStatement | undefined {
  const { inner, sigil } = piece;
  if (sigil === "/") return { kind: "close", name: inner };
  if (sigil !== "" && sigil !== "#") return undefined;
  const isOurs = sigil === "#";
  const elseIf = ELSE_IF.exec(inner)?.[1];
  const isOurElse = piece.kind === "tag" && sigil === "" && inner.startsWith("else");
  if (elseIf !== undefined) {
    return { kind: "else", expression: elseIf, isOurs: isOurElse && /^else\s/.test(inner) };
  }
  if (inner === "else") return { kind: "else", isOurs: isOurElse };
  if (sigil === "" && /^end\w*$/.test(inner)) return { kind: "close" };
  return readLoop(inner) ?? readCondition(inner, isOurs);
}

function readLoop(inner: string): ForeignStatement | undefined {
  const loop = { kind: "open", block: "each", isGo: false, isOurs: false } as const;
  const name = /^\w+/.exec(inner)?.[0] ?? "";
  const [, first = "", second, list] = LOOP_IN.exec(inner) ?? [];
  if (list !== undefined) {
    // Of two names, the first is the key.
    const names = second === undefined ? [first] : [second, first];
    return { ...loop, expression: list.replace(/\.items\(\)$/, ""), names, name };
  }
  const [, source, key = "", value] = LOOP_AS.exec(inner) ?? [];
  if (source !== undefined) {
    return { ...loop, expression: source, names: value === undefined ? [key] : [value, key], name };
  }
  const [, index, element, range] = RANGE.exec(inner) ?? [];
  if (range !== undefined) {
    const names = [element, index].filter((one) => one !== undefined);
    return { ...loop, isGo: true, expression: range, names, name };
  }
  const [, word, over] = LOOP_OVER.exec(inner) ?? [];
  const isLoop = word !== undefined && over !== undefined && !over.includes("|");
  return isLoop ? { ...loop, isGo: true, expression: over, names: [], name: word } : undefined;
}

function readCondition(inner: string, isOurs: boolean): ForeignStatement | undefined {
  const [, word, rest] = CONDITION.exec(inner) ?? [];
  if (rest === undefined) return undefined;
  const [, expression = rest, names = ""] = BLOCK_NAMES.exec(rest) ?? [];
  return {
    kind: "open",
    block: word as BlockName,
    expression,
    names: names.split(/\s+/).filter((name) => name !== ""),
    isGo: !isOurs,
    isOurs,
    name: word as string,
  };
}
