// The fields and calls of templates for all events → what is probably wrong with them.
import { isUnsafeNumber } from "@hookwright/base";
import type { ConfigCode, EmptyReason, Severity } from "@hookwright/core";
import { explainEmptyCall, findMeantRead } from "@hookwright/core/plan";
import type { EventView } from "@hookwright/core/runtime";
import { locateOrigin } from "@hookwright/template/runtime";
import { fieldPathToText, findMeantField, findOtherMeaning } from "./find-rewrite.ts";
import type { PathListener, TemplateLocation, WatchedCall, WatchedPath } from "./watch-paths.ts";

/** A problem at a position of a template. */
export interface TemplateFinding {
  readonly code: ConfigCode;
  readonly severity: Severity;
  readonly place: TemplateLocation;
  readonly message: string;
  readonly hint: string;
  /** What to write instead, if known. */
  readonly text?: string;
}

export interface TemplateFindings extends PathListener {
  /** Called before an event is resolved, with the integers that its payload has as text. */
  readonly begin: (integersAsText: readonly string[]) => void;
  readonly list: () => readonly TemplateFinding[];
  /** Whether a finding says why the tag is empty. */
  readonly explains: (tag: TemplateLocation) => boolean;
  /** A field of the events that was probably meant by the one in the tag. */
  readonly nearest: (tag: TemplateLocation) => NearestField | undefined;
}

interface NearestField {
  /** What to write instead; absent if another name is not enough. */
  readonly name?: string | undefined;
  /** The same as a sentence, if it is more than a name. */
  readonly hint?: string | undefined;
  readonly place: TemplateLocation;
}

/** One field in one template, for all events. */
interface FieldUse {
  readonly place: TemplateLocation;
  isFilled: boolean;
  meant?: TemplateFinding | undefined;
  other?: TemplateFinding | undefined;
  long?: TemplateFinding | undefined;
  nearest?: string | undefined;
  hint?: string | undefined;
}

export function createTemplateFindings(): TemplateFindings {
  const uses = new Map<string, FieldUse>();
  const unread = new Map<string, TemplateFinding>();
  let integers: ReadonlySet<string> = new Set();

  const useOf = ({ place }: WatchedPath): FieldUse => {
    const key = keyOf(place);
    const use: FieldUse = uses.get(key) ?? { place, isFilled: false };
    uses.set(key, use);
    return use;
  };
  const listMeant = (): readonly TemplateFinding[] =>
    [...uses.values()].flatMap(
      ({ isFilled, meant, other }) => other ?? (isFilled ? [] : (meant ?? [])),
    );

  return {
    begin: (integersAsText) => {
      integers = new Set(integersAsText);
    },
    path: (watched) => {
      const use = useOf(watched);
      const { place, value, at, view, read } = watched;
      use.other ??= toFinding(watched, findOtherMeaning(watched));
      if (value === undefined || value === null) {
        use.meant ??= toFinding(watched, findMeantField(watched));
        const reads = [{ ...at, exact: read.exact }];
        const { nearest, hint } = findMeantRead(reads, view);
        use.nearest ??= nearest;
        use.hint ??= hint;
        return;
      }
      use.isFilled = true;
      if (isUnsafeNumber(value) || (typeof value === "string" && integers.has(value))) {
        use.long ??= describeLong(place, fieldPathToText(watched.parts));
      }
    },
    emptyCall: (call) => {
      const found = describeUnread(call);
      const key = keyOf(call.place);
      if (found !== undefined && !unread.has(key)) unread.set(key, found);
    },
    list: () => [
      ...listMeant(),
      ...unread.values(),
      ...[...uses.values()].flatMap(({ long }) => long ?? []),
    ],
    explains: (tag) =>
      [...listMeant(), ...unread.values()].some(({ place }) => isWithin(place, tag)),
    nearest: (tag) => {
      const use = [...uses.values()].find(
        ({ place, nearest, hint }) => (nearest ?? hint) !== undefined && isWithin(place, tag),
      );
      return use && { name: use.nearest, hint: use.hint, place: use.place };
    },
  };
}

function toFinding(
  { place, call }: WatchedPath,
  rewrite: ReturnType<typeof findMeantField>,
): TemplateFinding | undefined {
  if (rewrite === undefined) return undefined;
  const { code, message, text } = rewrite;
  const written = place.source.slice(place.start, place.end);
  const hint =
    call === undefined
      ? `Write {{${text}}} instead of {{${written}}}.`
      : `Write ${text} instead of ${written}.`;
  return { code, severity: "warning", place, message, hint, text };
}

function describeLong(place: TemplateLocation, name: string): TemplateFinding {
  return {
    code: "integer_too_long",
    severity: "hint",
    place,
    message: `"${name}" is an integer beyond 2^53, which a number cannot hold.`,
    hint: HINT_OF_LONG,
  };
}

const HINT_OF_LONG =
  "It is a text with all of its digits, and helpers compare and calculate with all of them. Write a long number in quotation marks.";

const WANTED: ReadonlyMap<EmptyReason["code"], string> = new Map([
  ["not_a_date", "a date"],
  ["day_first", "a date"],
  ["not_a_number", "a number"],
  ["too_long", "a number that it can calculate with"],
  ["not_json", "JSON"],
]);

function describeUnread({ set, frame, place, ...call }: WatchedCall): TemplateFinding | undefined {
  const { paths } = locateOrigin(set, frame);
  const reason = explainEmptyCall(call, { reads: paths, view: frame.run.scope as EventView });
  const wanted = reason && WANTED.get(reason.code);
  // Some senders write an empty string for a missing value.
  if (reason === undefined || wanted === undefined || reason.value === "") return undefined;
  const { helper, code, path = "its argument", value } = reason;
  return {
    code: "template_value_unread",
    severity: "warning",
    place,
    message: `${helper} cannot read ${path} as ${wanted}: it is ${describeShape(value)}.`,
    hint:
      code === "day_first"
        ? "Say whether the day stands before the month: dayFirst=true or dayFirst=false."
        : "Show the value without the helper, or read another field.",
  };
}

function keyOf({ path, start, source }: TemplateLocation): string {
  return JSON.stringify([path, start, source]);
}

function isWithin(inner: TemplateLocation, outer: TemplateLocation): boolean {
  const isSame = inner.source === outer.source && inner.path.join("\0") === outer.path.join("\0");
  return isSame && outer.start <= inner.start && inner.end <= outer.end;
}

/** Enough to see what kind of string it is. */
const MAX_CHARACTERS = 32;

/** Letters are shown as `a` and `A`, digits as `9`, because the string may be about a person. */
function describeShape(value: unknown): string {
  if (typeof value === "string") return `a text like "${shapeOf(value)}"`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  return typeof value === "number" ? `a number like ${shapeOf(String(value))}` : `${value}`;
}

function shapeOf(text: string): string {
  const shape = [...text]
    .slice(0, MAX_CHARACTERS)
    .join("")
    .replaceAll(/\p{Lu}/gu, "A")
    .replaceAll(/(?!A)\p{L}/gu, "a")
    .replaceAll(/\p{N}/gu, "9")
    .replaceAll(/[\s\p{C}]/gu, " ");
  return shape.length < text.length ? `${shape}…` : shape;
}
