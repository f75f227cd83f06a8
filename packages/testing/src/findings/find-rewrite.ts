// A field in a template, and an event → what was probably meant, as the text to write instead.
import { hasOwnKey, readOwn } from "@hookwright/base";
import type { ConfigCode } from "@hookwright/core";
import type { RootPath } from "@hookwright/template/runtime";
import { readRoot, type Scope } from "@hookwright/template/runtime";

/** A field in a template, and its value in one event. */
export interface SeenPath {
  /** The names as written, without `../`. */
  readonly parts: readonly string[];
  /** `../`, as often as it is written. */
  readonly above: string;
  readonly at: RootPath;
  readonly value: unknown;
  readonly scope: Scope;
  /** Whether plain names are fields of the body there. */
  readonly isOfBody: boolean;
  /** The helper or block whose argument it is; undefined if it is alone in its tag. */
  readonly call: string | undefined;
  /** Whether a string is required that names a field of each element: `pluck list "a"`, `by="a"`. */
  readonly namesElements: boolean;
}

interface Rewrite {
  readonly code: ConfigCode;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to write instead of the field. */
  readonly text: string;
}

/** For a field with a value, if another one has the same name. */
export function findOtherMeaning(seen: SeenPath): Rewrite | undefined {
  const { parts, at, scope, value } = seen;
  const [root, ...names] = parts;
  const [first = ""] = names;
  const { payload: body } = scope;
  const isOfBody = at.root === "payload" && at.steps.join("\0") === names.join("\0");
  if (root !== "payload" || !isOfBody) return undefined;
  if (!hasOwnKey(body, "payload") || !hasOwnKey(body, first)) return undefined;
  const inner = readSteps(readOwn(body, "payload"), names);
  if (inner === undefined || inner === null || Object.is(inner, value)) return undefined;
  return {
    code: "template_payload_key",
    message: `The body has its own key "payload", and "${first}" occurs in both: "${fieldPathToText(parts)}" is the one of the body.`,
    text: fieldPathToText(["payload", ...parts]),
  };
}

/** For a field without a value. */
export function findMeantField(seen: SeenPath): Rewrite | undefined {
  return findUnquoted(seen) ?? findListField(seen) ?? findOuterField(seen) ?? findWithoutRoot(seen);
}

/** Within a block, a plain name is a field of the block's context. */
function findOuterField({ parts, above, at, scope, isOfBody }: SeenPath): Rewrite | undefined {
  const isInner = !isOfBody && above === "" && at.root === "payload";
  if (!isInner || at.steps.length <= parts.length) return undefined;
  if (ROOTS.has(parts[0] as string) || !isThere(readSteps(scope.payload, parts))) return undefined;
  const name = fieldPathToText(parts);
  return {
    code: "template_block_field",
    message: `Within the block, "${name}" is read from the element, which lacks it; the event has it.`,
    text: `@root.${name}`,
  };
}

/** `pluck labels name`: without a name, the elements themselves are read. */
function findUnquoted({ parts, above, namesElements }: SeenPath): Rewrite | undefined {
  if (!namesElements || above !== "") return undefined;
  const name = fieldPathToText(parts);
  const message = `"${name}" without quotation marks is read from the event, and no event has it: whole elements are used.`;
  return { code: "template_name_unquoted", message, text: `"${name}"` };
}

/** Names of the length in other languages. */
const LENGTHS: ReadonlySet<string> = new Set(["size", "count"]);

function findListField({ parts, above, at, scope, call }: SeenPath): Rewrite | undefined {
  const found = findList(readRoot(scope, at.root), at.steps);
  // The context of a partial may be a missing field: then its own names do not lead to the list.
  if (found === undefined || found.rest.length > parts.length) return undefined;
  const { list, rest } = found;
  const head = parts.slice(0, parts.length - rest.length);
  const name = `${above}${head.length === 0 ? "this" : fieldPathToText(head)}`;
  const code = "template_list_field";
  const message = `"${name}" is a list, and a list has no field "${fieldPathToText(rest)}".`;
  const isLength = rest.length === 1 && LENGTHS.has(rest.join());
  if (isLength) return { code, message, text: `${name}.length` };
  if (!list.some((element) => isThere(readSteps(element, rest)))) return undefined;
  return { code, message, text: joinElements(`pluck ${name} "${rest.join(".")}"`, call) };
}

interface FoundList {
  readonly list: readonly unknown[];
  /** The names after the list, which is missing the first. */
  readonly rest: readonly string[];
}

function findList(root: unknown, steps: readonly string[]): FoundList | undefined {
  let at = root;
  for (const [depth, step] of steps.entries()) {
    const next = readOwn(at, step);
    if (next === undefined && Array.isArray(at)) return { list: at, rest: steps.slice(depth) };
    at = next;
  }
  return undefined;
}

/** These accept the list itself. */
const TAKES_LISTS: ReadonlySet<string> = new Set(
  "if unless each with join unique count first last length sort slice sum min max".split(" "),
);

function joinElements(list: string, call: string | undefined): string {
  if (call === undefined) return `join (${list})`;
  return TAKES_LISTS.has(call) ? `(${list})` : `(join (${list}))`;
}

function findWithoutRoot({ parts, at, scope, isOfBody }: SeenPath): Rewrite | undefined {
  const { payload: body } = scope;
  const [root = "", ...rest] = at.steps;
  if (at.root !== "payload" || rest.length === 0 || Array.isArray(body)) return undefined;
  if (hasOwnKey(body, root) || !isThere(readSteps(body, rest))) return undefined;
  const text = fieldPathToText(
    isOfBody && !ROOTS.has(rest[0] as string) ? rest : ["payload", ...rest],
  );
  return {
    code: "template_root_missing",
    message: `The body has no "${root}", but it has the rest of "${fieldPathToText(parts)}".`,
    text,
  };
}

/** A field of the body with such a name needs the prefix `payload.`. */
const ROOTS: ReadonlySet<string> = new Set("payload headers query path now item index".split(" "));

function readSteps(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce(readOwn, value);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The template syntax of a field: `labels.[first name]`. */
export function fieldPathToText(names: readonly string[]): string {
  return names.map((name) => (/^[\w$-]+$/.test(name) ? name : `[${name}]`)).join(".");
}
