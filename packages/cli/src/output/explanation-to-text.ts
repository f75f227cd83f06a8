// An explanation → its text for people: notes, mappings, expressions, stages, result.
import { visibleLine, visibleText, visibleValue } from "@hookwright/base";
import type {
  Action,
  AtomReport,
  BlockReport,
  ElementReport,
  EmptyExpression,
  EmptyReason,
  Explanation,
  ExplanationNote,
  FieldReport,
  MatchReport,
  Resolution,
  SeenValue,
  Span,
} from "@hookwright/core";
import { count, type Style } from "./style.ts";

/** Without a final newline. Attack: text of the payload must not control the terminal. */
export function explanationToText(explanation: Explanation, style: Style): string {
  const { notes, matches, elements, stages, resolution } = explanation;
  const [first = ""] = stages;
  const warning = isTextEmpty(resolution)
    ? `${style.warning("warning")} ${visibleLine(first)}\n\n`
    : "";
  const sections: [title: string, lines: readonly string[]][] = [
    ["Notes", notes.map(noteToLine)],
    ["Mappings", matchesToLines(matches, style)],
    ["Elements", elementsToLines(elements, style)],
    ["Rendered", fieldsToLines(explanation, style)],
    ["Stages", stages.map((sentence, index) => `${index + 1}. ${visibleLine(sentence)}`)],
    ["Result", isUndecided(explanation) ? [UNDECIDED] : resolutionToLines(resolution, style)],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [style.title(title), ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n\n");
  return warning + text;
}

const UNDECIDED =
  "Not decided: the mapping has no text of its own, and its transform was left out.";

/** Whether the event depends on the transform, which was left out. */
export function isUndecided({ notes, resolution }: Explanation): boolean {
  if (!notes.some(({ code }) => code === "transform_left_out")) return false;
  return resolution.outcome === "refused" && resolution.refusal.code === "empty_text";
}

function noteToLine({ code, message }: ExplanationNote): string {
  const hint = code === "transform_left_out" ? " Run it with --transforms run." : "";
  return `${visibleLine(message)}${hint} (${code})`;
}

/** Then the first stage says so. */
function isTextEmpty(resolution: Resolution): boolean {
  if (resolution.outcome === "batch") {
    return resolution.elements.some((element) => isTextEmpty(element.resolution));
  }
  return resolution.outcome === "action" && resolution.emptyExpressions !== undefined;
}

/** What forEach.when read of each element → lines: which were selected, and what would select the others. */
function elementsToLines(elements: readonly ElementReport[], style: Style): readonly string[] {
  return elements.flatMap(({ mappingId, index, isChosen, atoms, wouldBeChosenIf }) => {
    const name = nameElement(mappingId, index);
    const change =
      wouldBeChosenIf === undefined
        ? ""
        : `; it would be chosen if ${visibleText(wouldBeChosenIf)}`;
    const verdict = isChosen
      ? `${style.good("✓")} ${name} chosen`
      : `${style.error("✗")} ${name} left out${change}`;
    return [verdict, ...atoms.map((atom) => `    ${atomToLine(atom, style)}`)];
  });
}

/** The section with the result has the whole text. */
const MAX_FIELD_VALUE_CHARS = 100;

/**
 * What each expression read and rendered, which halves of blocks were rendered, and which expressions were empty.
 */
function fieldsToLines(explanation: Explanation, style: Style): readonly string[] {
  const { fields, blocks, emptyExpressions } = explanation;
  const shown = new Set<BlockReport>();
  const lines = fields.flatMap((field) => {
    const own = blocks.filter((block) => isOf(block, field));
    for (const block of own) shown.add(block);
    return [...describeField(field, style), ...describeBlocks(own, style)];
  });
  // A field that rendered nothing has no report of its own.
  const others = blocks.filter((block) => !shown.has(block));
  return [
    ...lines,
    ...others.flatMap((block) => [
      `${nameField(block)} → nothing`,
      ...describeBlocks([block], style),
    ]),
    ...emptyExpressions.flatMap((empty) => describeEmpty(empty, style)),
  ];
}

function isOf(block: BlockReport, { mappingId, field, index }: FieldReport): boolean {
  return block.mappingId === mappingId && block.field === field && block.index === index;
}

/** `message`, `[1] message`, or `check [1] message` if several mappings get the event. */
function nameField({
  mappingId,
  index,
  field,
}: Pick<FieldReport, "mappingId" | "field" | "index">): string {
  const element = nameElement(mappingId, index);
  return element === "" ? field : `${element} ${field}`;
}

function nameElement(mappingId: string | undefined, index: number | undefined): string {
  const element = index === undefined ? [] : [`[${index}]`];
  return [...(mappingId === undefined ? [] : [visibleLine(mappingId)]), ...element].join(" ");
}

function describeBlocks(blocks: readonly BlockReport[], style: Style): readonly string[] {
  return blocks.flatMap((block) => blockToLines(block, style)).map((line) => `    ${line}`);
}

/** The rendered text, before the policies and the fence. */
function describeField(report: FieldReport, style: Style): readonly string[] {
  const { text, spans } = report;
  return [
    `${nameField(report)} → ${visibleValue(text, MAX_FIELD_VALUE_CHARS)}`,
    ...spans.flatMap((span) => describeSpan(span, style)),
  ];
}

function describeSpan({ text, origin }: Span, style: Style): readonly string[] {
  if (origin.kind === "operator") return [];
  const { expression, paths, helpers } = origin;
  const source = [...paths, ...helpers.map((name) => `helper ${name}`)].join(", ");
  const rendered = `${visibleText(expression)} → ${visibleValue(text, MAX_FIELD_VALUE_CHARS)}`;
  return [`    ${rendered} ${style.dim(`(${visibleText(source)})`)}`];
}

function describeEmpty(empty: EmptyExpression, style: Style): readonly string[] {
  const { expression, nearest, hint: sentence, reasons = [] } = empty;
  const meant = nearest === undefined ? sentence : `Did you mean {{${nearest}}}?`;
  const hint = meant === undefined ? "" : style.hint(` ${visibleText(meant)}`);
  const line = `${style.warning("empty")} ${nameField(empty)}: ${visibleText(expression)}${hint}`;
  return [line, ...reasons.map((reason) => `    ${style.hint(reasonToText(reason))}`)];
}

/** Enough to recognize a value. */
const MAX_BLOCK_VALUE_CHARS = 60;

/** `{{#if pull_request.merged}} → else, because payload.pull_request.merged is false` */
function blockToLines(block: BlockReport, style: Style): readonly string[] {
  const { expression, times, reasons = [] } = block;
  const often = times === 1 ? "" : `, ${times} times`;
  const half = `${describeHalf(block)}${often}`;
  const line = `${visibleText(expression)} → ${half}, because ${describeCause(block)}`;
  const why = reasons.map((reason) => `    ${style.hint(reasonToText(reason))}`);
  return [style.dim(line), ...why];
}

function describeHalf({ rendered, turns }: BlockReport): string {
  if (rendered === "body") return turns === undefined ? "shown" : `shown ${count(turns, "time")}`;
  return rendered === "else" ? "else" : "nothing";
}

/** A value that helpers computed comes before what they read. */
function describeCause(block: BlockReport): string {
  const { seen, helpers } = block;
  const [only, another] = seen;
  if (only !== undefined && another === undefined && helpers.length === 0)
    return describeSeen(only);
  const whole = "value" in block ? `it is ${showValue(block.value)}` : "it is empty";
  return seen.length === 0 ? whole : `${whole} (${seen.map(describeSeen).join(", ")})`;
}

function describeSeen(seen: SeenValue): string {
  return `${visibleText(seen.expression)} is ${"value" in seen ? showValue(seen.value) : "missing"}`;
}

function showValue(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : `a list of ${count(value.length, "element")}`;
  }
  return typeof value === "object" && value !== null
    ? "an object"
    : visibleValue(value, MAX_BLOCK_VALUE_CHARS);
}

/** A resolution → lines for people: the action field by field, or why there is none. An element has no answer of its own. */
function resolutionToLines(
  resolution: Resolution,
  style: Style,
  isElement = false,
): readonly string[] {
  const gets = (status: number): string => (isElement ? "" : ` The sender gets ${status}.`);
  switch (resolution.outcome) {
    case "unmatched":
      return [
        `${style.error("Not found")}: no mapping takes this event. The sender gets 404.`,
        ...(resolution.detail === undefined ? [] : [`  ${visibleText(resolution.detail)}`]),
      ];
    case "handled":
      return [
        `${style.good("Handled")}: there is nothing to do${HANDLED[resolution.list ?? "none"]}.${gets(204)}`,
      ];
    case "skipped":
      return [
        `${style.good("Skipped")}: the mapping takes its events and does nothing.${gets(204)}`,
      ];
    case "refused":
      return describeRefusal(resolution, style);
    case "action":
      return describeAction(resolution, style, gets(resolution.action.kind === "wake" ? 200 : 202));
    case "batch":
      return describeBatch(resolution, style);
  }
}

const HANDLED = {
  missing: ", because the list is missing",
  empty: ", because the list is empty",
  unchosen: ", because no element of the list is chosen",
  none: "",
} as const;

type Outcome<Name extends Resolution["outcome"]> = Extract<Resolution, { outcome: Name }>;

function describeRefusal({ refusal }: Outcome<"refused">, style: Style): readonly string[] {
  const { status, code, message, issues, detail } = refusal;
  return [
    `${style.error("Refused")} with ${status} ${code}: ${visibleText(message)}`,
    ...issues.map((issue) => `  ${visibleText(`${issue.path}: ${issue.message}`)}`),
    ...(detail === undefined ? [] : [`  ${visibleText(detail)}`]),
  ];
}

function describeAction(
  resolution: Outcome<"action">,
  style: Style,
  answer: string,
): readonly string[] {
  const { action, warnings, notes = [] } = resolution;
  return [
    `${style.good("Action")}: ${action.kind}.${answer}`,
    ...fieldsOf(action).map(([name, value]) => `  ${name}: ${visibleText(valueToText(value))}`),
    ...quote(action.kind === "agent" ? action.message : action.text, style),
    ...[...warnings, ...notes].map((note) => `${style.warning("note")} ${visibleText(note)}`),
  ];
}

function fieldsOf(action: Action): readonly [name: string, value: unknown][] {
  const shownElsewhere = new Set(["kind", "text", "message", "parts", "untrustedText"]);
  return Object.entries(action).filter(([name]) => !shownElsewhere.has(name));
}

function valueToText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function quote(text: string, style: Style): readonly string[] {
  return text.split("\n").map((line) => `  ${style.dim("│")} ${visibleText(line)}`.trimEnd());
}

function describeBatch(batch: Outcome<"batch">, style: Style): readonly string[] {
  const { elements, skipped, mappingIds } = batch;
  const of = mappingIds === undefined ? "" : ` of ${count(mappingIds.length, "mapping")}`;
  const kinds = elements.flatMap(({ resolution }) =>
    resolution.outcome === "action" ? [resolution.action.kind] : [],
  );
  // Without an action, the sender gets what became of the elements.
  const status = kinds.every((kind) => kind === "wake") ? 200 : 202;
  const answer = kinds.length === 0 ? "" : ` The sender gets ${status}.`;
  return [
    `${style.good("Batch")} of ${count(elements.length, "element")}${of}.${answer}`,
    ...elements.flatMap(({ index, element, resolution }) => {
      const [first, ...rest] = resolutionToLines(resolution, style, true);
      const mapping = mappingIds && ` ${nameElement(resolution.mappingId, element)}:`;
      return [`[${index}]${mapping ?? ""} ${first}`, ...rest.map((line) => `    ${line}`)];
    }),
    ...(skipped === 0 ? [] : [`${style.warning("note")} ${count(skipped, "element")} left out.`]),
  ];
}

/** If no mapping has the path, their paths may show the mistake; a config may have thousands of mappings. */
const MAX_OTHER_PATHS = 10;

/** The match reports of all mappings → lines: which matched, why others did not, how many were not tried. */
function matchesToLines(matches: readonly MatchReport[], style: Style): readonly string[] {
  const otherPaths = matches.filter(({ clause }) => clause === "path");
  const isKnownPath = otherPaths.length < matches.length;
  const folded = new Set(otherPaths.slice(isKnownPath ? 0 : MAX_OTHER_PATHS));
  const untried = matches.filter(({ result }) => result === "not tried").length;
  return [
    ...matches.filter((match) => !folded.has(match)).flatMap((match) => describe(match, style)),
    ...describeFolded(folded.size, isKnownPath).map(style.dim),
    ...(untried === 0 ? [] : [style.dim(`· ${count(untried, "mapping")} not tried`)]),
  ];
}

function describeFolded(folded: number, isKnownPath: boolean): readonly string[] {
  if (folded === 0) return [];
  if (!isKnownPath) return [`· ${folded} more are for other paths`];
  return [`· ${count(folded, "mapping")} ${folded === 1 ? "is" : "are"} for other paths`];
}

function describe(match: MatchReport, style: Style): readonly string[] {
  const { mappingId, result, atoms = [] } = match;
  if (result === "not tried") return [];
  const verdict =
    result === "matched"
      ? `${style.good("✓")} ${visibleLine(mappingId)}: matched`
      : `${style.error("✗")} ${visibleLine(mappingId)}: ${visibleLine(reasonOf(match))}`;
  return [verdict, ...atoms.map((atom) => `    ${atomToLine(atom, style)}`)];
}

/** `payload.action == "opened"  false (seen "closed")` */
function atomToLine({ expression, holds, seen, wouldMatchIf }: AtomReport, style: Style): string {
  const values = seen.map((one) =>
    seen.length === 1
      ? describeValue(one)
      : `${visibleText(one.expression)}: ${describeValue(one)}`,
  );
  const shown = values.length === 0 ? "" : ` (seen ${values.join(", ")})`;
  const line = `${visibleText(expression)}  ${holds ?? "cannot be evaluated"}${shown}`;
  // What must change is highlighted; the rest is dimmed.
  return wouldMatchIf === undefined ? style.dim(line) : line;
}

function describeValue(seen: SeenValue): string {
  return "value" in seen ? visibleValue(seen.value, MAX_MATCH_VALUE_CHARS) : "nothing";
}

/** Enough to recognize a value. */
const MAX_MATCH_VALUE_CHARS = 80;

function reasonOf({ clause, seen, wouldMatchIf }: MatchReport): string {
  return `${clause} ${describeSeenValue(clause, seen)}; it would match if ${wouldMatchIf}`;
}

function describeSeenValue(clause: string | undefined, seen: string | undefined): string {
  if (seen !== undefined) return `is ${visibleValue(seen, MAX_MATCH_VALUE_CHARS)}`;
  return clause === "when" || clause === "not" ? "does not hold" : "is missing";
}

/** Enough to recognize a value. */
const MAX_VALUE_CHARS = 60;

/** `payload.at is text of 11 characters that no date format fits: "next Friday"` */
function reasonToText(reason: EmptyReason): string {
  const { helper, code, path, value } = reason;
  const subject = path === undefined ? `the argument of ${helper}` : visibleText(path);
  if (code === "missing") return `${subject} is missing or null`;
  return `${subject} ${SENTENCES[code](describeShape(value))}: ${visibleValue(value, MAX_VALUE_CHARS)}`;
}

type Code = Exclude<EmptyReason["code"], "missing">;

const SENTENCES: Readonly<Record<Code, (shape: string) => string>> = {
  not_a_date: (shape) => `is ${shape} that no date format fits`,
  day_first: () => "is a date only if day and month are swapped (dayFirst)",
  unset_date: () => "is a placeholder for no date",
  not_a_number: (shape) => `is ${shape}, not a number`,
  not_json: (shape) => `is ${shape} that is not valid JSON`,
  zero: () => "is zero, and nothing can be divided by it",
  too_long: (shape) => `is ${shape}, more digits than can be calculated with`,
  format: (shape) => `is ${shape}, not a pattern or zone`,
};

function describeShape(value: unknown): string {
  if (value === "") return "an empty text";
  if (typeof value === "string") return `text of ${count([...value].length, "character")}`;
  if (Array.isArray(value)) return `a list of ${count(value.length, "element")}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
