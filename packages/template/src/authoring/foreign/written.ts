// What an expression becomes in our language, and how it stands in a tag, as an argument or as text.
import type { HelperTable } from "../../serving/render/helper.ts";
import type { CallShape } from "./calls.ts";
import type { ForeignPath } from "./foreign-node.ts";

export type Written =
  /** A path, or a call without its parentheses. */
  | {
      readonly kind: "path" | "call";
      readonly text: string;
      readonly isList?: boolean;
      /** What joins the elements where the list is shown. */
      readonly separator?: string;
    }
  | { readonly kind: "literal"; readonly text: string; readonly shown: string }
  | { readonly kind: "choice"; readonly test: string; readonly yes: Written; readonly no: Written }
  /** One after the other. */
  | { readonly kind: "sequence"; readonly parts: readonly Written[] };

/** What is known around an expression. */
export interface WriteContext {
  readonly helpers: HelperTable;
  readonly calls: ReadonlyMap<string, readonly CallShape[]>;
  /** A path of another language → the path here; undefined where there is none. */
  readonly rename: (path: ForeignPath) => string | undefined;
  /** Set where something is written in another way than it was. */
  isForeign: boolean;
  /** Set where what is written comes near, and may render something else. */
  isGuess: boolean;
}

type Literal = Extract<Written, { kind: "literal" }>;

export const NOTHING: Literal = { kind: "literal", text: '""', shown: "" };

export function createLiteral(value: string): Written | undefined {
  const quote = value.includes('"') ? "'" : '"';
  const canStand = !value.includes(quote) && !value.includes("{{");
  return canStand ? { kind: "literal", text: quote + value + quote, shown: value } : undefined;
}

export function createChoice(
  test: string | undefined,
  yes: Written | undefined,
  no: Written | undefined,
): Written | undefined {
  const isWhole = test !== undefined && yes !== undefined && no !== undefined;
  return isWhole ? { kind: "choice", test, yes, no } : undefined;
}

export function createSequence(parts: readonly (Written | undefined)[]): Written | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? { kind: "sequence", parts: known } : undefined;
}

/** Undefined where an argument cannot be written. */
export function callOf(
  helper: string,
  args: readonly (string | undefined)[],
): Extract<Written, { kind: "path" | "call" }> | undefined {
  if (args.some((arg) => arg === undefined)) return undefined;
  return { kind: "call", text: [helper, ...args].join(" ") };
}

/** As an argument of a call or a block; undefined where only tags can say it. */
export function writtenToArgument(written: Written): string | undefined {
  switch (written.kind) {
    case "path":
    case "literal":
      return written.text;
    case "call":
      return `(${written.text})`;
    default:
      return undefined;
  }
}

/** As tags and text that show the value. */
export function writtenToTags(written: Written): string {
  switch (written.kind) {
    case "literal":
      return written.shown;
    case "choice":
      return `{{#if ${written.test}}}${writtenToTags(written.yes)}${writeOtherwise(written.no)}{{/if}}`;
    case "sequence":
      return written.parts.map(writtenToTags).join("");
    default:
      return written.isList === true
        ? `{{${["join", writtenToArgument(written), ...(written.separator ? [written.separator] : [])].join(" ")}}}`
        : `{{${written.text}}}`;
  }
}

function writeOtherwise(no: Written): string {
  if (no.kind !== "choice") {
    const text = writtenToTags(no);
    return text === "" ? "" : `{{else}}${text}`;
  }
  const { test, yes } = no;
  return `{{else if ${test}}}${writtenToTags(yes)}${writeOtherwise(no.no)}`;
}
