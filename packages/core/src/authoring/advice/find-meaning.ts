// A value that is compared literally → what its author means by it, if it looks like a pattern of another tool.
import { compilePattern } from "@hookwright/template/runtime";

/** Undefined means the value itself. */
export type Meaning =
  | { readonly is: "any" }
  | { readonly is: "text"; readonly value: string }
  | { readonly is: "one of"; readonly values: readonly string[] }
  | {
      readonly is: "part";
      readonly operator: "startsWith" | "endsWith" | "contains";
      readonly text: string;
    }
  | { readonly is: "pattern"; readonly pattern: string; readonly ignoresCase: boolean }
  | { readonly is: "not"; readonly value: string }
  | { readonly is: "order"; readonly operator: string; readonly number: number }
  /** A pattern that `matches` cannot read. */
  | { readonly is: "unknown" };

/** What is compared: its kind says which values are usual. */
export interface ComparedName {
  readonly kind: "header" | "query" | "source" | "path" | "field";
  /** Of the header or parameter; of a field, its last step. */
  readonly name: string;
}

/** Undefined if its form is not that of a pattern. */
export function findMeaning(written: string, of: ComparedName): Meaning | undefined {
  const text = written.trim();
  if (text === "" || text.length > MAX_LENGTH || isSecret(of)) return undefined;
  for (const find of FINDERS) {
    const found = find(text, of);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Patterns are short, and names of events too. */
const MAX_LENGTH = 200;

/** What looks like a pattern in a secret is chance, and would be repeated in a message. */
function isSecret({ kind, name }: ComparedName): boolean {
  const isName = kind === "header" || kind === "query";
  return isName && SECRET_NAME.test(name);
}

const SECRET_NAME =
  /token|secret|passw|signature|authorization|cookie|hmac|digest|(?:api|access|auth)[-_]?key/i;

type Finder = (text: string, of: ComparedName) => Meaning | undefined;

const FINDERS: readonly Finder[] = [
  findAny,
  findQuoted,
  findWords,
  findNegation,
  findOrder,
  findDelimited,
  findList,
  findAnchored,
  findGlob,
];

const ANY = /^(?:\*{1,2}|\^?\.[*+]\$?|\/\^?\.[*+]\$?\/)$/;

function findAny(text: string, { kind }: ComparedName): Meaning | undefined {
  const isAny = ANY.test(text) || (text === "%" && kind !== "field");
  return isAny ? { is: "any" } : undefined;
}

/** Fields that hold what people write: commands with `!`, emphasis with `*`, a list of words. */
const PROSE =
  /(?:^|_|(?<=[a-z]))(?:text|message|body|content|comment|description|title|subject|summary|command|cmd|note|name|query|input|prompt)s?$/i;

function isProse({ kind, name }: ComparedName): boolean {
  return kind === "field" && PROSE.test(name);
}

/** `'push'`: quotes within the text, as a shell or another file has them. */
function findQuoted(text: string, of: ComparedName): Meaning | undefined {
  const value = /^(["'])([\w.:/@-]+)\1$/.exec(text)?.[2];
  // An entity tag has its quotes.
  return value === undefined || isProse(of) || of.name.startsWith("if-") || of.name === "etag"
    ? undefined
    : { is: "text", value };
}

const OPERATION =
  /^(?:(={1,3}|eq[: ]|is |equals[: ])|(contains|includes)|(starts ?_?with|prefix)|(ends ?_?with|suffix))[:\s]*["']?([\w.:/@-]+)["']?$/i;

/** `== push`, `contains push`, `startsWith:pull_`: the operators of filters in forms. */
function findWords(text: string, of: ComparedName): Meaning | undefined {
  const [, equal, contains, starts, ends, value] = OPERATION.exec(text) ?? [];
  if (value === undefined || isProse(of)) return undefined;
  if (equal !== undefined) {
    const isSign = equal.startsWith("=")
      ? equal.length > 1 || of.kind !== "field"
      : of.kind !== "field";
    return isSign ? { is: "text", value } : undefined;
  }
  // `contains_pii` is one word.
  if (!/^\w+[:\s]/.test(text)) return undefined;
  if (contains !== undefined) return { is: "part", operator: "contains", text: value };
  if (starts !== undefined) return { is: "part", operator: "startsWith", text: value };
  return ends === undefined ? undefined : { is: "part", operator: "endsWith", text: value };
}

const NEGATION = /^(?:!=?|<>|not:|not (?=[^ ]+$))\s*((?=.*[A-Za-z\d])[\w.:/@*-]+)$/;

function findNegation(text: string, of: ComparedName): Meaning | undefined {
  const value = NEGATION.exec(text)?.[1];
  return value === undefined || isProse(of) ? undefined : { is: "not", value };
}

const ORDER = /^([<>]=?)\s*(-?\d{1,15}(?:\.\d{1,15})?)$/;

function findOrder(text: string): Meaning | undefined {
  const [, operator, number] = ORDER.exec(text) ?? [];
  return operator === undefined ? undefined : { is: "order", operator, number: Number(number) };
}

/** Names under which paths and URLs stand, such as `/api/`. */
const OF_PATHS = /ur[il]|path|referer|location|link|route|folder|dir|file|href|src|prefix|key/i;

const META = /[\^$*+?()|\\[\]]/;

/** `/^pull_/i`, `re:^pull_`, `~ ^pull_`, `=~ "^pull_"`. */
function findDelimited(text: string, of: ComparedName): Meaning | undefined {
  const [, inner, flags = ""] = /^\/(.+)\/([gimsuy]*)$/.exec(text) ?? [];
  if (inner !== undefined) {
    const isPath = of.kind === "path" || OF_PATHS.test(of.name) || inner.includes("/");
    const isPattern = META.test(inner) || (!isPath && !isProse(of));
    return isPattern ? meaningOfPattern(inner.replaceAll("\\/", "/"), flags) : undefined;
  }
  // `~/folder` is a path, `~1.2` a range of versions.
  const [, sign = "", rest] =
    /^(re(?:gexp?)?:|=~|~[*=]?)\s*["']?((?![\d/])\S+?)["']?$/i.exec(text) ?? [];
  if (rest === undefined || (of.kind === "field" && sign === "~" && !META.test(rest))) {
    return undefined;
  }
  return meaningOfPattern(rest, sign === "~*" ? "i" : "");
}

/** Headers whose value is a list, or a text with commas. */
const LISTED =
  /^(?:accept.*|allow|cache-control|connection|date|.*-date|expires|forwarded|last-modified|if-.*|link|pragma|prefer|te|trailer|upgrade|user-agent|vary|via|warning|x-forwarded-.*|content-.*|.*-?ip)$/i;

/** Fields with a word of a few that a sender has. */
const OF_WORDS =
  /(?:^|_|[a-z](?=[A-Z]))(?:action|type|event|status|state|kind|severity|priority|level|env|environment|branch|conclusion|source|category|topic|reason|result)$/i;

const WORD = String.raw`[A-Za-z_][\w.:/@*-]*`;

const ALTERNATIVES = new RegExp(String.raw`^${WORD}(?:\|\|?${WORD})+$`);

const SPACED_ALTERNATIVES = new RegExp(
  String.raw`^${WORD}(?:\s*\|\|?\s*${WORD}|\s+or\s+${WORD})+$`,
  "i",
);

const COMMAS = new RegExp(String.raw`^${WORD}(?:\s*,\s*${WORD})+$`);

const SEMICOLONS = new RegExp(String.raw`^${WORD}(?:\s*;\s*${WORD})+$`);

/** `[push, ping]`, `["push", "ping"]`. */
const BRACKETS = /^\[\s*(["']?)[\w.:/@-]+\1(?:\s*,\s*(["']?)[\w.:/@-]+\2)+\s*\]$/;

const BRACES = /^([\w./:-]*)\{([\w./:-]+(?:,[\w./:-]+)+)\}([\w./:-]*)$/;

/** `auth0|5f7c8ec7c33c6c004bbafe82`: an id with the name of its directory. */
const ID = /(?=[^|]*\d)[^|]{8,}$|^\d|@/;

function findList(text: string, of: ComparedName): Meaning | undefined {
  const isField = of.kind === "field";
  const isAlternatives = (isField ? ALTERNATIVES : SPACED_ALTERNATIVES).test(text);
  if (isAlternatives && !isProse(of)) {
    const values = text.split(/\s*\|\|?\s*|\s+or\s+/i);
    return values.slice(1).some((value) => ID.test(value)) ? undefined : { is: "one of", values };
  }
  const [, start = "", middle, end = ""] = BRACES.exec(text) ?? [];
  if (middle !== undefined) {
    return { is: "one of", values: middle.split(",").map((part) => `${start}${part}${end}`) };
  }
  if (BRACKETS.test(text)) return { is: "one of", values: splitCommas(text.slice(1, -1)) };
  if (SEMICOLONS.test(text) && of.kind === "header" && !LISTED.test(of.name)) {
    return { is: "one of", values: text.split(/\s*;\s*/) };
  }
  return COMMAS.test(text) && isListOfWords(text, of)
    ? { is: "one of", values: splitCommas(text) }
    : undefined;
}

function splitCommas(text: string): readonly string[] {
  return text.split(",").map((part) => part.trim().replaceAll(/^["']|["']$/g, ""));
}

function isListOfWords(text: string, { kind, name }: ComparedName): boolean {
  switch (kind) {
    case "header":
      return !LISTED.test(name);
    // `?ids=a,b`: one text, as the address has it.
    case "query":
      return !/s$|list|fields|scope/i.test(name);
    case "field":
      return OF_WORDS.test(name) && !/[A-Z]/.test(text);
    default:
      return true;
  }
}

/** `^pull_`, `push$`, `pull_.*`, `(push|ping)`, `v\d+`. A caret before a digit is a range of versions. */
const ANCHORED =
  /^\^(?!\d)\S+$|^\S*[a-z)\]*+]\$$|^\S*(?:\.[*+]|\\[dwsDWS.][*+]?|\([^()\s]+\|[^()\s]+\))\S*$/;

/** `invoice.*`: names of events have dots, and the star is that of a file name. */
const DOTTED_GLOB = /^[\w.:-]*[A-Za-z\d]\.\*$/;

function findAnchored(text: string, { kind, name }: ComparedName): Meaning | undefined {
  // `C:\docs`, `CORP\dave`.
  if (/^(?:[A-Za-z]:)?\\|^\w+\\\w+$/.test(text) || !ANCHORED.test(text)) return undefined;
  if (DOTTED_GLOB.test(text)) return undefined;
  const isMoney = /^(?:[A-Z]{1,3}|[^a-z]*)\$$/.test(text);
  if (isMoney || (kind === "header" && LISTED.test(name))) return undefined;
  return meaningOfPattern(text, "");
}

const LITERAL = String.raw`(?:[^\\^$.*+?()|[\]{}]|\\[^A-Za-z\d])+`;

/** A literal, with or without anchors, or with anything before or after it. */
const SIMPLE = new RegExp(String.raw`^(\^)?(\.[*+])?(${LITERAL})(\.[*+])?(\$)?$`);

const GROUP = /^\^?\((?:\?:)?([\w.:/-]+(?:\|[\w.:/-]+)+)\)\$?$/;

function meaningOfPattern(source: string, flags: string): Meaning {
  const ignoresCase = flags.includes("i");
  const values = GROUP.exec(source)?.[1]?.split("|");
  if (values !== undefined && !ignoresCase) return { is: "one of", values };
  const simple = ignoresCase ? null : SIMPLE.exec(source);
  if (simple !== null) return meaningOfSimple(simple);
  return compilePattern(source, ignoresCase).ok
    ? { is: "pattern", pattern: source, ignoresCase }
    : { is: "unknown" };
}

/** `pull_.*` without anchors is written where a pattern has to fit the whole. */
function meaningOfSimple([, caret, before, literal = "", after, dollar]: RegExpExecArray): Meaning {
  const text = literal.replaceAll(/\\(.)/g, "$1");
  const isWhole = caret === undefined && dollar === undefined;
  const startsHere =
    before === undefined && (caret !== undefined || (isWhole && after !== undefined));
  const endsHere =
    after === undefined && (dollar !== undefined || (isWhole && before !== undefined));
  if (startsHere && endsHere) return { is: "text", value: text };
  if (startsHere) return { is: "part", operator: "startsWith", text };
  return { is: "part", operator: endsHere ? "endsWith" : "contains", text };
}

const STARS = /^(?=.*[A-Za-z\d])[\w.:/@+-]*(?:(?<!\*)\*{1,2}(?!\*)[\w.:/@+-]*)+$/;

/** Of SQL: `prod-%`, `%prod%`; `%2F` is a character, `50%` a share, `%NAME%` a variable. */
const PERCENTS =
  /^(?!%[\dA-Fa-f]{2})(?!%[A-Z_]+%$)(?:%[A-Za-z][\w.:/-]*%?|[A-Za-z][\w.:/-]*[A-Za-z_.:/-]%)$/;

/** `pull_?`: one character, as in a shell. */
const QUESTIONS = /^(?=.*\?)[A-Za-z_][\w.?-]*$/;

function findGlob(text: string, of: ComparedName): Meaning | undefined {
  if (of.kind === "header" && !LISTED.test(of.name) && QUESTIONS.test(text)) {
    const pattern = `^${text.split("?").map(escapePattern).join(".")}$`;
    return { is: "pattern", pattern, ignoresCase: false };
  }
  const isEmphasis = isProse(of) && /^\*.*\*$/.test(text);
  const isStars = STARS.test(text) && !isEmphasis;
  if (isStars && /^accept/i.test(of.name)) return undefined;
  if (!isStars && !PERCENTS.test(text)) return undefined;
  return meaningOfParts(text.split(/[*%]+/));
}

/** The literal parts of a text, with anything between them. */
function meaningOfParts(parts: readonly string[]): Meaning {
  const [first = "", second = "", third] = parts;
  if (parts.length === 2 && second === "") {
    return { is: "part", operator: "startsWith", text: first };
  }
  if (parts.length === 2 && first === "") return { is: "part", operator: "endsWith", text: second };
  if (parts.length === 3 && first === "" && third === "") {
    return { is: "part", operator: "contains", text: second };
  }
  return { is: "pattern", pattern: patternOfParts(parts, ".*"), ignoresCase: false };
}

export function patternOfParts(parts: readonly string[], between: string): string {
  return `^${parts.map(escapePattern).join(between)}$`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** The condition that says what is meant. `field` is an operation that reads what is compared. */
export function ruleOfMeaning(
  meaning: Meaning,
  field: { readonly var: string },
): object | undefined {
  switch (meaning.is) {
    case "any":
      return field.var === "" ? { "!=": [field, null] } : { exists: field.var };
    case "text":
      return { "==": [field, meaning.value] };
    case "one of":
      return { in: [field, meaning.values] };
    case "part":
      return meaning.operator === "contains"
        ? { in: [meaning.text, field] }
        : { [meaning.operator]: [field, meaning.text] };
    case "pattern": {
      const options = meaning.ignoresCase ? ["ignoreCase"] : [];
      return { matches: [field, meaning.pattern, ...options] };
    }
    case "not": {
      const inner = findMeaning(meaning.value, { kind: "source", name: "" });
      const rule = inner && ruleOfMeaning(inner, field);
      return rule === undefined ? { "!=": [field, meaning.value] } : { "!": rule };
    }
    case "order":
      return { [meaning.operator]: [field, meaning.number] };
    default:
      return undefined;
  }
}

/** Several values, of which one fits. */
export function ruleOfMeanings(
  meanings: readonly Meaning[],
  field: { readonly var: string },
): object | undefined {
  const plain = meanings.flatMap(valuesOf);
  const others = meanings.filter((meaning) => valuesOf(meaning).length === 0);
  const rules = others.map((meaning) => ruleOfMeaning(meaning, field));
  if (rules.includes(undefined)) return undefined;
  if (plain.length === 1) rules.push({ "==": [field, plain[0]] });
  if (plain.length > 1) rules.push({ in: [field, plain] });
  return rules.length === 1 ? rules[0] : { or: rules };
}

/** The values that can be compared literally. */
export function valuesOf(meaning: Meaning): readonly string[] {
  if (meaning.is === "text") return [meaning.value];
  const isPlain = meaning.is === "one of" && !meaning.values.some((value) => value.includes("*"));
  return isPlain ? meaning.values : [];
}
