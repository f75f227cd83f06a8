// A value and the path of something that it does not have → the path that was probably meant, and what to write for it.
import {
  findNearestName,
  hasOwnKey,
  keyFromText,
  parseJson,
  pathFromSteps,
  readOwn,
} from "@hookwright/base";

export type MeantPath =
  /** Parts of the path are one key: `fields.System.State`. */
  | { readonly is: "key with dots"; readonly key: string; readonly steps: readonly string[] }
  /** A field of a form: its name has brackets, and is one key. */
  | { readonly is: "key with brackets"; readonly key: string; readonly steps: readonly string[] }
  /** What is behind these steps is a text, and the rest is in the JSON that it holds. */
  | {
      readonly is: "JSON text";
      readonly steps: readonly string[];
      readonly rest: readonly string[];
    }
  /** The first steps name the event in another tool. */
  | { readonly is: "other root"; readonly steps: readonly string[] }
  /** The steps go into a list, of which only elements have the rest. */
  | {
      readonly is: "list";
      readonly steps: readonly string[];
      readonly rest: readonly string[];
      /** The element that the step is for in another tool; absent for all of them. */
      readonly element?: "first" | "last";
    }
  | { readonly is: "near name"; readonly steps: readonly string[] };

/** What a path is for. The path of a list goes through the lists on its way. */
interface PathUse {
  /** Whether a value is what the path is for. */
  readonly accepts: (value: unknown) => boolean;
  readonly readStep: (value: unknown, step: string) => unknown;
}

const FIELD: PathUse = {
  accepts: (value) => value !== undefined && value !== null,
  readStep: readOwn,
};

export const LIST: PathUse = {
  accepts: (value) =>
    Array.isArray(value) || (typeof value === "string" && Array.isArray(readJsonText(value))),
  readStep: (value, step) =>
    Array.isArray(value) && typeof keyFromText(step) === "string"
      ? readOwn(value.find((element) => hasOwnKey(element, step)) ?? value[0], step)
      : readOwn(value, step),
};

/** Undefined if the value has what the path names, or nothing like it. */
export function findMeantPath(
  value: unknown,
  steps: readonly string[],
  use: PathUse = FIELD,
): MeantPath | undefined {
  let at = value;
  for (const [depth, step] of steps.entries()) {
    const next = use.readStep(at, step);
    if (next === undefined) return findFrom(value, { at, depth, steps, use });
    at = next;
  }
  return undefined;
}

interface Stop {
  /** What lacks the next step. */
  readonly at: unknown;
  readonly depth: number;
  readonly steps: readonly string[];
  readonly use: PathUse;
}

function findFrom(value: unknown, stop: Stop): MeantPath | undefined {
  return (
    findDotted(stop) ??
    findBracketed(value, stop) ??
    findInText(stop) ??
    findInList(stop) ??
    findBehindRoot(value, stop) ??
    findNear(stop) ??
    findJoined(value, stop)
  );
}

function findDotted({ at, depth, steps, use }: Stop): MeantPath | undefined {
  for (let end = depth + 2; end <= steps.length; end++) {
    const key = steps.slice(depth, end).join(".");
    const inner = use.readStep(at, key);
    if (inner === undefined) continue;
    const before = [...steps.slice(0, depth), key];
    const rest = steps.slice(end);
    if (use.accepts(readSteps(inner, rest, use))) {
      return { is: "key with dots", key, steps: [...before, ...rest] };
    }
    const further = findMeantPath(inner, rest, use);
    if (further?.is === "key with dots") {
      return { ...further, steps: [...before, ...further.steps] };
    }
  }
  return undefined;
}

/** `data[email]`, as forms name a field: the path takes the brackets apart. */
function findBracketed(value: unknown, { steps, use }: Stop): MeantPath | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const wanted = namesOf(steps.join("."));
  const key = Object.keys(value).find(
    (name) => name.includes("[") && namesOf(name) === wanted && use.accepts(readOwn(value, name)),
  );
  return key === undefined ? undefined : { is: "key with brackets", key, steps: [key] };
}

function namesOf(path: string): string {
  return path
    .split(/[.[\]]+/)
    .filter((name) => name !== "")
    .join(".");
}

function findInText({ at, depth, steps, use }: Stop): MeantPath | undefined {
  const inner = typeof at === "string" ? readJsonText(at) : undefined;
  if (inner === undefined || depth === 0) return undefined;
  const rest = steps.slice(depth);
  const isFound =
    use.accepts(readSteps(inner, rest, use)) || findMeantPath(inner, rest, use) !== undefined;
  return isFound ? { is: "JSON text", steps: steps.slice(0, depth), rest } : undefined;
}

/** Longer texts are not parsed for a hint. */
const MAX_JSON_CHARACTERS = 1_000_000;

/** The list or object that a text writes; undefined for any other text. */
function readJsonText(text: string): unknown {
  if (text.length > MAX_JSON_CHARACTERS || !/^\s*[[{]/.test(text)) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** What other tools write for an element. */
const ELEMENT = /^(?:|\*|#|-\d+|first|last)$/;

function findInList({ at, depth, steps, use }: Stop): MeantPath | undefined {
  if (!Array.isArray(at)) return undefined;
  const isElement = ELEMENT.test(steps[depth] as string);
  const rest = steps.slice(isElement ? depth + 1 : depth);
  const isFound =
    rest.length === 0
      ? isElement && use.accepts(at)
      : at.some((element) => use.accepts(readSteps(element, rest, use)));
  const element = ELEMENTS.get(steps[depth] as string);
  return isFound
    ? { is: "list", steps: steps.slice(0, depth), rest, ...(element && { element }) }
    : undefined;
}

const ELEMENTS: ReadonlyMap<string, "first" | "last"> = new Map([
  ["first", "first"],
  ["last", "last"],
  ["-1", "last"],
]);

/** `body.messages`, `trigger.event.body.messages`: some of the first steps name the event in another tool. */
function findBehindRoot(value: unknown, { depth, steps, use }: Stop): MeantPath | undefined {
  const mayBeRoot = depth === 0 || ROOTS.has(steps[0] as string);
  for (let from = 1; mayBeRoot && from < steps.length; from++) {
    const rest = steps.slice(from);
    if (use.accepts(readSteps(value, rest, use))) return { is: "other root", steps: rest };
  }
  return undefined;
}

const ROOTS: ReadonlySet<string> = new Set(
  "body json event trigger steps request req input data payload msg message".split(" "),
);

/** Of names whose values have the rest of the path: another one would find nothing either. */
function findNear({ at, depth, steps, use }: Stop): MeantPath | undefined {
  const object = use === LIST && Array.isArray(at) ? at[0] : at;
  if (typeof object !== "object" || object === null) return undefined;
  const rest = steps.slice(depth + 1);
  const fitting = Object.keys(object).filter((name) =>
    use.accepts(readSteps(readOwn(object, name), rest, use)),
  );
  const nearest = findNearestName(steps[depth] as string, fitting);
  return nearest === undefined
    ? undefined
    : { is: "near name", steps: [...steps.slice(0, depth), nearest, ...rest] };
}

/** `User.Name`, `userName` and `user__name` for `user.name`: the same letters, cut in another way. */
function findJoined(value: unknown, { steps, use }: Stop): MeantPath | undefined {
  const wanted = lettersOf(steps.join(""));
  if (wanted.length < 3 || wanted.length > MAX_LETTERS) return undefined;
  const found = searchJoined(value, wanted, use);
  return found && { is: "near name", steps: found };
}

const MAX_LETTERS = 200;

function lettersOf(name: string): string {
  return name.replaceAll(/[\s._-]/g, "").toLowerCase();
}

/** Goes where the letters of the names on the way are those that are wanted next. */
function searchJoined(value: unknown, wanted: string, use: PathUse): string[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const name of Object.keys(value)) {
    const letters = lettersOf(name);
    if (letters === "" || !wanted.startsWith(letters)) continue;
    const inner = readOwn(value, name);
    if (letters === wanted && use.accepts(inner)) return [name];
    const rest = searchJoined(inner, wanted.slice(letters.length), use);
    if (rest !== undefined) return [name, ...rest];
  }
  return undefined;
}

function readSteps(value: unknown, steps: readonly string[], { readStep }: PathUse): unknown {
  return steps.reduce(readStep, value);
}

/** As conditions, `forEach` and templates write a path; no path can name a field that has both kinds of quotes. */
export function pathToText(steps: readonly string[]): string {
  return pathFromSteps(steps) ?? steps.join(".");
}

/** Where the path is written: each has its own way to read a JSON text. */
type PathKind = "condition" | "list" | "template";

/** What to write, as a sentence. `root` is the text before the steps: `payload.`, or nothing. */
export function describeMeantPath(meant: MeantPath, place: PathKind, root: string): string {
  const write = (steps: readonly string[]) => writePath(`${root}${pathToText(steps)}`, place);
  switch (meant.is) {
    case "key with dots":
      return `The event has the key "${meant.key}": write ${write(meant.steps)}.`;
    case "key with brackets": {
      const path = pathToText(["payload", meant.key]);
      const nested = `${place === "condition" ? "payload." : ""}${namesOf(meant.key)}`;
      return `The event has the field "${meant.key}": write ${writePath(path, place)}, or "body": { "form": "nested" } and ${writePath(nested, place)}.`;
    }
    case "JSON text":
      return `"${root}${pathToText(meant.steps)}" is a text that holds JSON: write ${writeParsed(meant, place, root)}.`;
    case "other root":
      return `The event has "${pathToText(meant.steps)}": write ${write(meant.steps)}.`;
    case "list":
      return describeList(meant, place, root);
    case "near name":
      return `Nearest: ${write(meant.steps)}.`;
  }
}

function writePath(path: string, place: PathKind): string {
  if (place === "template") return `{{${path}}}`;
  return place === "list" ? JSON.stringify(path) : path;
}

type Parted = Extract<MeantPath, { readonly rest: readonly string[] }>;

function writeParsed({ steps, rest }: Parted, place: PathKind, root: string): string {
  const text = `${root}${pathToText(steps)}`;
  switch (place) {
    case "condition":
      return `{ "parseJson": [{ "var": "${text}" }, "${pathToText(rest)}"] }`;
    case "list":
      return `"forEach": { "path": "${[text, pathToText(rest)].filter(Boolean).join(".")}", "parse": true }`;
    case "template":
      return `{{#with (parseJson ${text})}}{{${pathToText(rest)}}}{{/with}}`;
  }
}

function describeList(
  { steps, rest, element }: Extract<MeantPath, { readonly is: "list" }>,
  place: PathKind,
  root: string,
): string {
  const list = `${root}${pathToText(steps)}`;
  const path = pathToText(rest);
  switch (place) {
    case "condition":
      return `"${list}" is a list: write { "some": [{ "var": "${list}" }, { "==": [{ "var": "${path}" }, "…"] }] }.`;
    case "list":
      return `"${list}" is a list, and all of its elements are taken: write ${JSON.stringify([list, path].filter(Boolean).join("."))}.`;
    case "template": {
      if (element === undefined) {
        return `"${list}" is a list: write {{#each ${list}}}{{${path || "this"}}}{{/each}}.`;
      }
      const call = `${element} ${list}`;
      const text = path === "" ? `{{${call}}}` : `{{#with (${call})}}{{${path}}}{{/with}}`;
      return `"${list}" is a list: write ${text}.`;
    }
  }
}
