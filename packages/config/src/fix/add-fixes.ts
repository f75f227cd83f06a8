// Problems with their corrections as data, and their document → the same problems with edits of their files.
import { readMember } from "@hookwright/base";
import type {
  ConfigChange,
  ConfigPath,
  Fix,
  Problem,
  TemplateEdit,
  TextSpan,
} from "@hookwright/core";
import { applyEdits, lineEndOf, type TextEdit } from "../edit/text-edit.ts";
import type { ConfigDocument, IncludedValue, LoadResult } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { createRangeFinder } from "../text/position.ts";
import { quoteEdits, toJson, writeKey, writeValue } from "./write-value.ts";

type Root = ConfigDocument & { readonly filename: string };

/**
 * How many characters are parsed to try fixes: 100 fixes of a file of 40 kB take a few seconds. In a larger file,
 * later problems get their fix once the first ones are fixed.
 */
const MAX_READ_CHARACTERS = 4 * 1024 * 1024;

/** Never rejects. Each fix is tried: the changed file is parsed, and must have the intended data. */
export async function addFixes(
  problems: readonly Problem[],
  root: Root,
): Promise<readonly Problem[]> {
  const open = createOpener(root);
  const budget: ReadBudget = { characters: MAX_READ_CHARACTERS };
  const fixed: Problem[] = [];
  for (const problem of problems) {
    const { change: _, ...rest } = problem;
    const fix = problem.fixes === undefined ? await findFix(problem, open, budget) : undefined;
    fixed.push(fix === undefined ? rest : { ...rest, fixes: [fix] });
  }
  return fixed;
}

/** A path of the config → the document that has the value, and its path there. */
type Opener = (path: ConfigPath) => Promise<IncludedValue>;

/** The document of a config with includes has the values of all files. */
function createOpener(root: Root): Opener {
  let own: Promise<Root> | undefined;
  return async (path) => {
    const included = root.includedAt?.(path);
    if (included !== undefined) return included;
    own ??= parseAgain(root.source, root).then((document) => document as Root);
    return { document: await own, path };
  };
}

function parseAgain(text: string, { format, filename }: Root): Promise<LoadResult<ConfigDocument>> {
  return parseConfigText(text, { format, filename });
}

interface ReadBudget {
  characters: number;
}

async function findFix(
  problem: Problem,
  open: Opener,
  budget: ReadBudget,
): Promise<Fix | undefined> {
  const { change, templateEdit } = problem;
  const { document, path } = await open(problem.path);
  if (templateEdit !== undefined) {
    const plan = planTemplateEdit(templateEdit, path, document);
    // A fix of an error is safe: nobody can rely on a value that is refused. A value with a warning may be intended.
    return plan && tryPlan({ ...plan, safe: problem.severity === "error" }, document, budget);
  }
  if (change === undefined) return undefined;
  const target = change.path === undefined ? path : (await open(change.path)).path;
  const plan = await planChange(change, target, document);
  return plan && tryPlan(plan, document, budget);
}

async function tryPlan(
  plan: PlannedChange,
  document: Root,
  budget: ReadBudget,
): Promise<Fix | undefined> {
  const wanted = JSON.stringify(plan.config);
  const rangeOfSpan = createRangeFinder(document.source);
  for (const edits of plan.candidates) {
    if (!edits.every((edit) => isWithin(edit, plan.path, document))) continue;
    if (budget.characters <= 0) return undefined;
    budget.characters -= document.source.length;
    const parsed = await parseAgain(applyEdits(document.source, edits), document);
    if (!parsed.ok || JSON.stringify(parsed.config) !== wanted) continue;
    const { title, safe } = plan;
    return {
      title,
      safe,
      edits: edits.map(({ text, ...span }) => ({ range: rangeOfSpan(span), text })),
    };
  }
  return undefined;
}

/** The target of an alias or merge key is elsewhere in the file, and other values share it. */
function isWithin({ start, end }: TextEdit, path: ConfigPath, document: ConfigDocument): boolean {
  return path.every((_, depth) => {
    const around = spanOf(document.rangeOf(path.slice(0, depth)));
    return around.start <= start && end <= around.end;
  });
}

/** A replacement of a part of a template, and its document → possible edits of the file, best first. */
function planTemplateEdit(
  edit: TemplateEdit,
  path: ConfigPath,
  { config, source, format, rangeOf }: ConfigDocument,
): Omit<PlannedChange, "safe"> | undefined {
  const template = readConfigPath(config, path);
  if (typeof template !== "string") return undefined;
  const value = spanOf(rangeOf(path));
  const old = source.slice(value.start, value.end);
  const encode = encoderOf(old, format);
  const edited = applyEdits(template, [edit]);
  const pieces = splitEdit(edit, template).map(({ start, end, text }) => ({
    ...spanOf(rangeOf(path, { within: { start, end } })),
    text: encode(text),
  }));
  const whole = { ...value, text: JSON.stringify(edited) };
  const isOneLine = !/^[|>]|\n/.test(old);
  return {
    path,
    title: `Write ${shorten(edit.text)}`,
    config: changeAt(config, path, () => edited),
    candidates: isOneLine ? [pieces, [whole]] : [pieces],
  };
}

const TAG = /(\{\{\{?[\s\S]*?\}\}\}?|\{%[\s\S]*?%\})/;

/** If only tags change, the text between them stays as the file has it: folded, continued or escaped. */
function splitEdit(edit: TemplateEdit, template: string): readonly TextEdit[] {
  const before = template.slice(edit.start, edit.end).split(TAG);
  const after = edit.text.split(TAG);
  const areTexts = (part: string, index: number): boolean =>
    index % 2 === 1 || part === after[index];
  if (before.length !== after.length || !before.every(areTexts)) return [edit];
  let at = edit.start;
  return before.flatMap((part, index) => {
    const start = at;
    at += part.length;
    const text = after[index] as string;
    return part === text ? [] : [{ start, end: at, text }];
  });
}

/** How the value writes a string between its quotes. A style that cannot write it is found by parsing it again. */
function encoderOf(old: string, format: ConfigDocument["format"]): (text: string) => string {
  if (old.startsWith('"')) return (text) => JSON.stringify(text).slice(1, -1);
  if (!old.startsWith("'")) return (text) => text;
  if (format === "yaml") return (text) => text.replaceAll("'", "''");
  return (text) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}

/** The expected data, and alternative edits to reach it. */
interface PlannedChange {
  readonly path: ConfigPath;
  readonly title: string;
  readonly safe: boolean;
  readonly config: unknown;
  readonly candidates: readonly (readonly TextEdit[])[];
}

/** `path` is the path within the file. Returns undefined if the edit would remove a comment. */
async function planChange(
  change: ConfigChange,
  written: ConfigPath,
  document: ConfigDocument,
): Promise<PlannedChange | undefined> {
  const { config, source, format, rangeOf } = document;
  const path = findPath(change, written, config);
  // The mapping of a preset is not in a file.
  if (readConfigPath(config, path) === undefined) return undefined;
  const value = spanOf(rangeOf(path));
  const old = source.slice(value.start, value.end);
  const plan = { path, safe: change.safe };
  switch (change.kind) {
    case "rename": {
      const key = spanOf(rangeOf(path, { part: "key" }));
      const text = writeKey(change.key, { format, old: source.slice(key.start, key.end) });
      return {
        ...plan,
        title: `Rename it to "${change.key}"`,
        config: renameKey(config, path, change.key),
        candidates: [[{ ...key, text }]],
      };
    }
    case "replace": {
      if (COMMENTS[format].test(old) && /^[^"'|>]/.test(old)) return undefined;
      const text = writeValue(change.value, { format, old });
      return {
        ...plan,
        title: `Write ${shorten(toJson(change.value))}`,
        config: changeAt(config, path, () => change.value),
        candidates: [[{ ...value, text }]],
      };
    }
    case "quote": {
      if (!canQuote(old, readConfigPath(config, path))) return undefined;
      return {
        ...plan,
        title: "Put quotes around it",
        config: changeAt(config, path, () => old),
        candidates: [quoteEdits(value, source)],
      };
    }
    case "add": {
      const { key, value: added } = change;
      const at = [...path, key];
      // Each is imported late: the parser of the other format is not needed.
      const edits =
        format === "yaml"
          ? (await import("../edit/set-in-yaml.ts")).setInYaml(source, at, added)
          : (await import("../edit/set-in-json5.ts")).setInJson5(source, at, added);
      return {
        ...plan,
        title: `Add "${key}": ${shorten(toJson(added))}`,
        config: changeAt(config, path, (object) => ({ ...(object as object), [key]: added })),
        candidates: edits === undefined ? [] : [edits],
      };
    }
    default: {
      const { key } = change;
      return {
        ...plan,
        title: key === undefined ? "Make it a list" : `Put it into { "${key}": … }`,
        config: changeAt(config, path, (item) => (key === undefined ? [item] : { [key]: item })),
        candidates: writeWrapped(key, path, document),
      };
    }
  }
}

/** YAML reads `{{…}}` as an object; an object in other forms is not an expression. */
function canQuote(written: string, value: unknown): boolean {
  if (/[\n\r]|\s#/.test(written)) return false;
  return typeof value !== "object" || written.startsWith("{{");
}

/** If the value is a list that contains the old text, its element is changed. */
function findPath(change: ConfigChange, path: ConfigPath, config: unknown): ConfigPath {
  const old = change.kind === "replace" ? change.old : undefined;
  const value = old === undefined ? undefined : readConfigPath(config, path);
  const index = Array.isArray(value) ? value.indexOf(old) : -1;
  return index === -1 ? path : [...path, index];
}

/** Also matches text that only looks like a comment, such as a URL in an object. */
const COMMENTS = { json5: /\/[/*]/, yaml: /(?:^|\s)#/ } as const;

const MAX_TITLE_LENGTH = 100;

export function shorten(text: string): string {
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH)}…` : text;
}

export function spanOf({ start, end }: ReturnType<ConfigDocument["rangeOf"]>): TextSpan {
  return { start: start.offset, end: end.offset };
}

/** Without a key, the value becomes the element of a list. */
function writeWrapped(
  key: string | undefined,
  path: ConfigPath,
  { config, source, format, rangeOf }: ConfigDocument,
): readonly (readonly TextEdit[])[] {
  const range = rangeOf(path);
  const value = spanOf(range);
  const old = source.slice(value.start, value.end);
  const around = (before: string, after: string): readonly TextEdit[] => [
    { start: value.start, end: value.start, text: before },
    { start: value.end, end: value.end, text: after },
  ];
  const inQuotes = (before: string, after: string): readonly TextEdit[] => {
    const quotes = quoteEdits(value, source);
    const last = quotes.length - 1;
    return quotes.map((edit, index) => ({
      ...edit,
      text: `${index === 0 ? before : ""}${edit.text}${index === last ? after : ""}`,
    }));
  };
  if (key === undefined) return [around("[", "]"), inQuotes("[", "]")];
  const style = spanOf(rangeOf(path, { part: "key" }));
  const name = writeKey(key, { format, old: source.slice(style.start, style.end) });
  const before = `{ ${name}: `;
  const indentation = range.start.column - 1;
  const below = (indent: number): readonly TextEdit[] => [
    {
      start: value.start,
      end: value.start,
      text: `${" ".repeat(indent - indentation)}${name}:${lineEndOf(source)}${" ".repeat(indent + 2)}`,
    },
    ...indentLines(old, value.start, indent + 2 - indentation),
  ];
  const isCollection = typeof readConfigPath(config, path) === "object";
  const isBlock = format === "yaml" && isCollection && !/^[[{]/.test(old);
  if (!isBlock) return [around(before, " }"), inQuotes(before, " }")];
  // A list may begin in the column of its key; a wrapped value may not.
  return [below(indentation), below(indentation + 2)];
}

/** Applies to all lines but the first. */
function indentLines(text: string, offset: number, spaces: number): readonly TextEdit[] {
  return Array.from(text.matchAll(/\n(?=[^\r\n])/g), ({ index }) => {
    const at = offset + index + 1;
    return { start: at, end: at, text: " ".repeat(spaces) };
  });
}

function readConfigPath(config: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((at, step) => readMember(at, String(step)), config);
}

/** Keys keep their order. The path must exist. */
function changeAt(
  config: unknown,
  [step, ...rest]: ConfigPath,
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(config);
  if (Array.isArray(config)) {
    return config.map((item, index) => (index === step ? changeAt(item, rest, change) : item));
  }
  return mapEntries(config, ([key, value]) =>
    key === step ? [key, changeAt(value, rest, change)] : [key, value],
  );
}

function renameKey(config: unknown, path: ConfigPath, name: string): unknown {
  const old = path.at(-1);
  return changeAt(config, path.slice(0, -1), (object) =>
    mapEntries(object, ([key, value]) => [key === old ? name : key, value]),
  );
}

type Entry = readonly [key: string, value: unknown];

function mapEntries(object: unknown, change: (entry: Entry) => Entry): unknown {
  return Object.fromEntries(Object.entries(object as object).map(change));
}
