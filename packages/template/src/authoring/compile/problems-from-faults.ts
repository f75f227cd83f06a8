// What linking found wrong → problems with sentences, positions and hints.
import { describeArity, hintNearestName, pathFromSteps } from "@hookwright/base";
import type { FaultDetail, Misuse, TemplateFault } from "../../serving/link/compile-state.ts";
import type { HelperTable } from "../../serving/render/helper.ts";
import type { CallNode, ExpressionNode } from "../../serving/syntax-tree.ts";
import { hintHelper } from "../foreign/hint-helper.ts";
import { HELPER_CALLS } from "../generated/helper-calls.ts";
import { createPositionFinder, problemAt, type SourceProblem } from "../syntax/template-problem.ts";

interface FaultSources {
  /** The text of a partial, or of the template itself. */
  readonly sourceOf: (partial: string | undefined) => string;
  readonly helpers: HelperTable;
  readonly partialsHint: string;
}

export function problemsFromFaults(
  faults: readonly TemplateFault[],
  sources: FaultSources,
): readonly SourceProblem[] {
  const positionAt = createPositionFinder();
  return faults.map((fault, index) => {
    const { code, offset, partial } = fault;
    const { message, hint } = describeFault(fault, sources, index < MAX_HINTS);
    const text = { source: sources.sourceOf(partial), partial };
    return problemAt(offset, { code, message, hint }, text, positionAt);
  });
}

/** Reports show at most 100 problems, and a search for the name that was meant takes longer than all else. */
const MAX_HINTS = 1_000;

interface Sentence {
  readonly message: string;
  readonly hint?: string | undefined;
}

function describeFault(
  fault: FaultDetail,
  { helpers, partialsHint }: FaultSources,
  searches: boolean,
): Sentence {
  switch (fault.code) {
    case "template_helper_unknown":
      return {
        message: `there is no helper "${fault.helper}"`,
        hint: searches ? hintUnknown(fault.helper, fault.call, helpers) : undefined,
      };
    case "template_helper_misused":
      return describeMisuse(fault, helpers);
    case "template_syntax":
      return { message: `"${fault.name}" is not known`, hint: hintDataField(fault.parts) };
    case "template_partial_unknown":
      if (fault.name === undefined) return DYNAMIC_PARTIAL;
      return {
        message: `there is no partial "${fault.name}"`,
        hint: fault.names.length === 0 ? partialsHint : hintNearestName(fault.name, fault.names),
      };
    default:
      return SENTENCES[fault.code];
  }
}

const DYNAMIC_PARTIAL: Sentence = {
  message: "the name of a partial must be fixed",
  hint: 'Write "{{> name}}" inside "{{#if …}}" blocks.',
};

const SENTENCES = {
  template_partial_cyclic: {
    message: "the partials include each other without end",
    hint: "Break the cycle with {{#if …}}, or inline one of them.",
  },
  template_too_deep: {
    message: "partials and blocks are nested too deep within each other",
    hint: "Flatten the partials, or shape the payload in a transform.",
  },
  template_decorator: {
    message: "this decorator is not supported",
    hint: 'The only decorator is {{#*inline "name"}}…{{/inline}}.',
  },
} as const satisfies Record<string, Sentence>;

function hintUnknown(name: string, { params }: CallNode, helpers: HelperTable): string {
  return hintHelper(name, [...helpers.keys()], params.map(textOfName));
}

/** A word of the name of a field that has blanks, such as `Net (EUR)`; "?" for anything else. */
function textOfName(param: ExpressionNode): string {
  if (param.type === "PathExpression")
    return `${param.data ? "@" : ""}${param.original.replace(/^@/, "")}`;
  if (param.type !== "SubExpression") return "?";
  const words = [param.path, ...param.params].map(textOfName);
  return param.hash === undefined ? `(${words.join(" ")})` : "?";
}

/** Payloads have names such as `@type` in JSON-LD and in JSON made from XML. */
function hintDataField([name, ...rest]: readonly string[]): string {
  // Of OData, `@odata.context` is one name.
  const steps = name === "odata" ? [`@${[name, ...rest].join(".")}`] : [`@${name}`, ...rest];
  const field = pathFromSteps(steps);
  return `For a field of that name write "{{${field}}}". There are @index, @key, @first, @last and @root.`;
}

function describeMisuse(misuse: Misuse, helpers: HelperTable): Sentence {
  switch (misuse.kind) {
    case "block":
      return {
        message: `helper "${misuse.helper}" is a block`,
        hint: `Write "{{#${misuse.helper} …}}…{{/${misuse.helper}}}".`,
      };
    case "value":
      return {
        message: `helper "${misuse.helper}" is not a block`,
        hint: `Write "{{${misuse.helper} …}}", or "{{#if (${misuse.helper} …)}}".`,
      };
    case "count":
      return describeCount(misuse, helpers);
    case "argument":
      return {
        message: `helper "${misuse.helper}" has no named argument "${misuse.name}"`,
        hint: hintArgument(misuse),
      };
    case "local":
      return {
        message: `block "${misuse.helper}" does not set "${misuse.name}"`,
        hint: `Write "{{#with value as |${misuse.name}|}}" inside of it.`,
      };
    case "literal":
      return { message: `helper "${misuse.helper}" ${misuse.problem}`, hint: misuse.hint };
    default:
      return {
        message: `a partial takes one context, not ${misuse.count}`,
        hint: "Pass further values by name: {{> name context key=value}}.",
      };
  }
}

/** Named arguments of other engines that follow the first argument here, without a name. */
const UNNAMED: ReadonlySet<string> = new Set(
  "length len max limit size count n format fmt pattern separator sep delimiter glue with fallback value currency".split(
    " ",
  ),
);

type WrongCount = Extract<Misuse, { kind: "count" }>;

function describeCount({ helper, arity, call }: WrongCount, helpers: HelperTable): Sentence {
  const count = call.params.length;
  const message = `helper "${helper}" takes ${describeArity(arity, "to")}, not ${count}`;
  const known = helpers.get(helper)?.hash ?? [];
  const isSurplus = count > arity[1];
  const hint = isSurplus
    ? hintSurplus(helper, call, known, helpers)
    : hintMissing(helper, call, known);
  return { message, hint };
}

function hintMissing(
  helper: string,
  { hash }: CallNode,
  known: readonly string[],
): string | undefined {
  const write = exampleOf(helper);
  const named = hash?.pairs.find(({ key }) => UNNAMED.has(key) && !known.includes(key));
  if (named === undefined || write === undefined) return write;
  return withoutName(named.key, write);
}

function exampleOf(helper: string): string | undefined {
  const example = HELPER_CALLS.get(helper);
  return example === undefined ? undefined : `Write it as in "{{${example}}}".`;
}

function withoutName(key: string, write: string): string {
  return `Pass the value of "${key}" without its name, after the first argument. ${write}`;
}

/** A surplus argument is often a named argument without its name, or a call without parentheses. */
function hintSurplus(
  helper: string,
  { params }: CallNode,
  known: readonly string[],
  helpers: HelperTable,
): string | undefined {
  if (helper === "each") return 'Write "{{#each list as |item|}}".';
  const words = params.map((param) => (param.type === "PathExpression" ? param.original : ""));
  const inner = words.find((word) => helpers.get(word)?.kind === "value");
  if (inner !== undefined) return `A call within a call needs parentheses: "(${inner} …)".`;
  return known.length === 0
    ? undefined
    : `Its named arguments are: ${known.map((key) => `${key}=…`).join(" ")}`;
}

function hintArgument({ helper, name, known }: Extract<Misuse, { kind: "argument" }>): string {
  const write = exampleOf(helper);
  if (UNNAMED.has(name) && write !== undefined) return withoutName(name, write);
  return known.length === 0 ? "It takes none." : hintNearestName(name, known);
}
