// A value and its context in an event → the same value without secrets and facts about people.
import { type FoundValue, findValues, type ValueKind } from "./find-values.ts";
import { createKeyReader, type DescribeKey } from "./key-names.ts";
import { createPseudonyms, type Pseudonyms } from "./pseudonyms.ts";
import type { TextRange } from "./random-text.ts";
import type { RedactOptions } from "./redact-options.ts";
import { REPLACEMENT_REASONS, type ReplacementReason } from "./replacements.ts";

/** Why a value is replaced, and by what. */
interface Rule {
  readonly reason: ReplacementReason;
  readonly kind: ValueKind;
}

/** What is known of a value by what is around it. */
export interface ValueContext {
  readonly path: string;
  /** The nearest name of a key. */
  readonly key: string;
  readonly isKept: boolean;
  /** What everything below a key with secrets is. */
  readonly rule: Rule | undefined;
  /** Whether the key says that this is about a person. */
  readonly isPerson: boolean;
  /** Whether this is the name of a repository or the like. */
  readonly isThingName: boolean;
  /** Whether a key above says so: `address: { line1: … }`. */
  readonly isBelowPerson: boolean;
  /** Whether a key above says whose the names are: `sender: { name: … }`. */
  readonly isBelowOwner: boolean;
}

/** Is told of each replacement. */
export type Note = (path: string, reason: ReplacementReason) => void;

export const SECRET_RULE: Rule = { reason: "secret-key", kind: "secret" };

/** Shorter texts are titles and labels, which say what the event is about. */
const MIN_TEXT_CHARACTERS = 200;

/** Behind a number or the like, as in the names of branches that a merge queue makes. */
const COMMIT = /(?:^|[-_])(?:[\da-f]{40}|[\da-f]{64})$/;

/** A short word or number below the key of a secret, as its settings have. */
const ORDINARY = /^(?:[a-z_-]{0,7}|\d{0,7})$/;

export class ValueRedactor {
  readonly describeKey: DescribeKey = createKeyReader();
  readonly #options: RedactOptions;
  readonly #secrets: readonly string[];
  readonly #redactPaths: ReadonlySet<string>;
  readonly #keepPaths: ReadonlySet<string>;
  readonly #pseudonyms: Pseudonyms;
  /** Texts that conditions compare with. */
  readonly #compared: readonly string[];
  /** Whole values that were replaced: where they stand again, they are replaced again. */
  readonly #whole = new Map<string, Rule>();
  readonly #segments = new KnownSegments<Rule>();
  /** Words of senders, such as `opened`, and ids: nobody's name, and no secrets, within other texts. */
  readonly #words = new Set<string>();
  readonly #ids = new Set<string>();

  constructor(options: RedactOptions) {
    const { secrets = [], redact = [], keep = [], keepValues = new Set() } = options;
    this.#options = options;
    this.#secrets = secrets
      .filter((secret) => secret.trim() !== "")
      .sort((one, other) => other.length - one.length);
    this.#redactPaths = new Set(redact.map(normalizePath));
    this.#keepPaths = new Set(keep.map(normalizePath));
    this.#pseudonyms = createPseudonyms(options.random);
    this.#compared = [...keepValues].filter((value) => typeof value === "string");
  }

  walk(value: unknown, context: ValueContext, note: Note): unknown {
    const isKept = this.#isKept(value, context);
    if (typeof value === "string" || typeof value === "number") {
      return this.#leaf(value, { ...context, isKept }, note);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) =>
        this.walk(item, { ...context, isKept, path: `${context.path}.${index}` }, note),
      );
    }
    if (typeof value !== "object" || value === null) return value;
    const above = { ...this.#contextBelow(value, context), isKept };
    const { isThing } = this.describeKey(context.key);
    const hasPersonNames =
      above.isBelowOwner || Object.keys(value).some((key) => this.describeKey(key).isBesideName);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const name = this.text(key, { path: context.path, isKept: false }, note);
        const path = `${context.path}.${name.includes(".") ? `[${name}]` : name}`;
        const isPerson = this.isPersonKey(key, hasPersonNames);
        // A `full_name` begins with the owner's.
        const isThingName = isThing && !isPerson && key.toLowerCase() === "name";
        return [name, this.walk(part, { ...above, path, key, isPerson, isThingName }, note)];
      }),
    );
  }

  isPersonKey(key: string, hasPersonNames: boolean): boolean {
    const { isPerson, isName } = this.describeKey(key);
    return isPerson || (hasPersonNames && isName);
  }

  /** Replaces what the shape of a part tells, and what was replaced before. */
  text(value: string, context: TextContext, note: Note): string {
    const { path, isKept, key } = context;
    const { hideSecrets = (shown) => shown, keepPeople } = this.#options;
    const hidden = hideSecrets(value);
    if (hidden !== value) note(path, "known-secret");
    const found = findValues(hidden, {
      people: keepPeople !== true && !isKept,
      secrets: this.#secrets,
      again: key === undefined ? [] : this.#findAgain(hidden, { ...context, key }),
      isId: this.describeKey(key ?? "").isId,
      isSecret: (part) => !this.#isId(part, context),
    });
    let result = "";
    let at = 0;
    for (const { start, end, kind, reason } of found) {
      result += hidden.slice(at, start) + this.#pseudonyms.of(hidden.slice(start, end), kind);
      at = end;
      note(path, reason);
    }
    return result + hidden.slice(at);
  }

  #isKept(value: unknown, { isKept, path }: ValueContext): boolean {
    const isCompared = this.#options.keepValues?.has(value) === true;
    return isKept || isCompared || this.#isKeepPath(path);
  }

  #isKeepPath(path: string): boolean {
    return this.#keepPaths.has(normalizePath(path));
  }

  /** Only looks decide that a random text is a secret, so whoever names its path decides otherwise. */
  #isId(part: string, { path, key = "" }: TextContext): boolean {
    if (this.#ids.has(part) || this.#isKeepPath(path)) return true;
    const { isId, isCommit } = this.describeKey(key);
    if (!isId && !(isCommit && COMMIT.test(part))) return false;
    this.#ids.add(part);
    return true;
  }

  #findAgain(
    text: string,
    { isKept, key, isThingName }: TextContext & { readonly key: string },
  ): readonly FoundValue[] {
    if (this.#isWordKey(key)) return [];
    return this.#segments.find(text).flatMap(({ start, end, facts }) => {
      const isSecret = isSecretReason(facts.reason);
      const isWord = this.#words.has(text.slice(start, end));
      return isWord || ((isKept || isThingName === true) && !isSecret)
        ? []
        : [{ start, end, ...facts }];
    });
  }

  #leaf(value: string | number, context: ValueContext, note: Note): unknown {
    const { key, path } = context;
    if (this.#isWordKey(key)) this.#words.add(String(value));
    const rule = context.rule ?? this.#ruleOf(value, context);
    if (rule !== undefined) {
      this.#remember(String(value), rule);
      return this.#replace(value, rule, { path, note });
    }
    const same = this.#echoOf(value, context);
    if (same !== undefined) return this.#replace(value, same, { path, note });
    return typeof value === "number"
      ? this.#number(value, context, note)
      : this.#freeText(value, context, note);
  }

  #isWordKey(key: string): boolean {
    const { isWord, isBranch } = this.describeKey(key);
    return isWord && !isBranch;
  }

  /** A part of what a condition compares with stays in other texts, so that the condition comes to the same. */
  #remember(value: string, rule: Rule): void {
    // `permissions: { secrets: "read" }` says nothing of other places with that word.
    if (rule.reason === "secret-key" && ORDINARY.test(value)) return;
    this.#whole.set(value, rule);
    const isCompared = this.#compared.some((text) => text.includes(value));
    if (isSecretReason(rule.reason) || !isCompared) this.#segments.add(value, rule);
  }

  #replace(
    value: string | number,
    { reason, kind }: Rule,
    { path, note }: { readonly path: string; readonly note: Note },
  ): string | number {
    if (value === "") return value;
    note(path, reason);
    return typeof value === "number"
      ? this.#pseudonyms.ofNumber(value)
      : this.#pseudonyms.of(value, kind);
  }

  #ruleOf(value: string | number, context: ValueContext): Rule | undefined {
    const { path, key, isKept } = context;
    if (this.describeKey(key).isSecret) return SECRET_RULE;
    if (this.#redactPaths.has(normalizePath(path))) return { reason: "named", kind: "name" };
    if (this.#options.keepPeople === true || isKept || !this.#isAboutPerson(value, context)) {
      return undefined;
    }
    // A mail address stays one, also where the key says only that it is a name.
    const text = String(value);
    const [found] = findValues(text, { people: true, secrets: this.#secrets });
    if (found === undefined) return { reason: "person-key", kind: "name" };
    if (isSecretReason(found.reason)) return { reason: found.reason, kind: "secret" };
    const isWhole = found.end - found.start === text.length;
    return { reason: "person-key", kind: isWhole ? found.kind : "name" };
  }

  #echoOf(value: string | number, { key, isKept, isThingName }: ValueContext): Rule | undefined {
    const same = typeof value === "string" ? this.#whole.get(value) : undefined;
    if (same === undefined || isSecretReason(same.reason)) return same;
    return isKept || isThingName || this.describeKey(key).isWord ? undefined : same;
  }

  #number(value: number, { path, key }: ValueContext, note: Note): number {
    const { isId } = this.describeKey(key);
    const options = { people: false, secrets: this.#secrets, isId };
    const [found] = findValues(String(value), options);
    if (found === undefined) return value;
    note(path, found.reason);
    return this.#pseudonyms.ofNumber(value);
  }

  #freeText(value: string, context: ValueContext, note: Note): string {
    const scanned = this.#nested(value, context, note);
    if (this.#options.redactText !== true || context.isKept) return scanned;
    if (!this.describeKey(context.key).isText || value.length <= MIN_TEXT_CHARACTERS)
      return scanned;
    note(context.path, "free-text");
    return scanned.replace(/[\p{L}\d]+/gu, (word) => "x".repeat(word.length));
  }

  /** A text that is JSON, or JSON in base64: forms and queues carry bodies so. */
  #nested(value: string, context: ValueContext, note: Note): string {
    const encoded = readNestedJson(value);
    if (encoded === undefined) return this.text(value, context, note);
    let isChanged = false;
    const other = this.walk(encoded.parsed, context, (_, reason) => {
      isChanged = true;
      note(context.path, reason);
    });
    return isChanged ? encoded.write(JSON.stringify(other)) : value;
  }

  /** What the parts of an object have in common. */
  #contextBelow(value: object, context: ValueContext): ValueContext {
    const { key, rule, isPerson, isBelowPerson, isBelowOwner } = context;
    const { isSecret, isName, isAboveName } = this.describeKey(key);
    // `name: { first: … }`
    const isParted = isName && Object.keys(value).some((part) => this.describeKey(part).isNamePart);
    return {
      ...context,
      rule: rule ?? (isSecret ? SECRET_RULE : undefined),
      isBelowPerson: isBelowPerson || isPerson || isParted,
      isBelowOwner: isBelowOwner || isAboveName,
    };
  }

  /** `address: { line1: … }` is, and `address: { type: "home", floor: 3 }` is not; `name: "#1001"` is an order's. */
  #isAboutPerson(value: string | number, { key, isPerson, isBelowPerson }: ValueContext): boolean {
    const { isName, isWord } = this.describeKey(key);
    if (isPerson) return !isName || /\p{L}/u.test(String(value));
    return isBelowPerson && typeof value === "string" && !isWord;
  }
}

interface TextContext extends Pick<ValueContext, "path" | "isKept"> {
  /** Undefined for the name of a key, which is no value. */
  readonly key?: string;
  readonly isThingName?: boolean;
}

function isSecretReason(reason: ReplacementReason): boolean {
  return REPLACEMENT_REASONS[reason].rule === "R4";
}

/** `payload.list[0].x`, `payload.list.0.x` and `payload.list.1.x` are one path. */
function normalizePath(path: string): string {
  return path.replace(/\[(\w+)\]/g, ".$1").replace(/\.\d+(?=\.|$)/g, "");
}

/** Shorter values are parts of ordinary texts too often. */
const MIN_CHARACTERS = 4;

const MAX_CHARACTERS = 200;

const WORD = /[\p{L}\p{N}]+/gu;

/** Where a value begins before its first word, and how long it is. */
interface Extent {
  readonly before: number;
  readonly length: number;
}

interface Entry<T> {
  readonly of: Map<string, T>;
  readonly extents: Extent[];
}

/** A segment ends where no letter and no digit goes on. A text is searched in linear time, however many are known. */
class KnownSegments<T> {
  readonly #byFirstWord = new Map<string, Entry<T>>();

  /** A value without a letter is none: ids and numbers of issues have the same digits. */
  add(value: string, facts: T): void {
    if (value.length < MIN_CHARACTERS || value.length > MAX_CHARACTERS || !/\p{L}/u.test(value)) {
      return;
    }
    const { 0: word, index: before } = [...value.matchAll(WORD)][0] as RegExpExecArray;
    const entry = this.#byFirstWord.get(word) ?? { of: new Map<string, T>(), extents: [] };
    this.#byFirstWord.set(word, entry);
    entry.of.set(value, facts);
    const { length } = value;
    if (entry.extents.some((one) => one.before === before && one.length === length)) return;
    entry.extents.push({ before, length });
    entry.extents.sort((one, other) => other.length - one.length);
  }

  find(text: string): readonly (TextRange & { readonly facts: T })[] {
    const found: (TextRange & { readonly facts: T })[] = [];
    if (this.#byFirstWord.size === 0) return found;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const entry = this.#byFirstWord.get(word);
      if (entry === undefined || index < (found.at(-1)?.end ?? 0)) continue;
      for (const { before, length } of entry.extents) {
        const start = index - before;
        const end = start + length;
        const facts = entry.of.get(text.slice(Math.max(start, 0), end));
        if (facts === undefined || goesOn(text, end)) continue;
        found.push({ start, end, facts });
        break;
      }
    }
    return found;
  }
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function goesOn(text: string, end: number): boolean {
  return LETTER_OR_DIGIT.test(text[end - 1] ?? "") && LETTER_OR_DIGIT.test(text[end] ?? "");
}

interface NestedJson {
  readonly parsed: unknown;
  /** JSON → a text in the same encoding. */
  readonly write: (json: string) => string;
}

/** Every object or list in base64 begins so, and nothing else does; shorter texts are words. */
const BASE64 = /^[eW][0-3w-z][\w+/-]{6,}={0,2}$/;

/** A text → the JSON that it is, as it stands or in base64, and how to write other JSON in its place. */
function readNestedJson(text: string): NestedJson | undefined {
  if (/^\s*[[{]/.test(text)) return parse(text, (json) => json);
  if (!BASE64.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64").toString("utf8");
  const encoding = /[-_]/.test(text) ? "base64url" : "base64";
  return parse(decoded, (json) => Buffer.from(json).toString(encoding));
}

function parse(text: string, write: NestedJson["write"]): NestedJson | undefined {
  try {
    return { parsed: JSON.parse(text), write };
  } catch {
    return undefined;
  }
}
