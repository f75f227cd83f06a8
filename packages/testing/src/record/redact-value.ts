// A value and its context in an event → the same value without secrets and personal data.

import { base64OfBytes, hexOfBytes, textOfBase64 } from "./base64.ts";
import { type FoundValue, findValues, type ValueKind } from "./find-values.ts";
import { createKeyReader, type DescribeKey } from "./key-names.ts";
import { KnownSegments } from "./known-segments.ts";
import { createPseudonyms, type Pseudonyms, type RandomBelow } from "./pseudonyms.ts";
import { REPLACEMENT_REASONS, type ReplacementReason } from "./replacements.ts";

/** Why a value is replaced, and by what. */
interface Rule {
  readonly reason: ReplacementReason;
  readonly kind: ValueKind;
}

/** What the surroundings of a value say about it. */
export interface ValueContext {
  readonly path: string;
  /** The nearest name of a key. */
  readonly key: string;
  readonly isKept: boolean;
  /** The rule of a secret key above. */
  readonly rule: Rule | undefined;
  /** Whether the key says that this is about a person. */
  readonly isPerson: boolean;
  /** Whether this is the name of a repository or the like. */
  readonly isThingName: boolean;
  /** Whether a key above says so: `address: { line1: … }`. */
  readonly isBelowPerson: boolean;
  /** Whether a key above says whose the names are: `sender: { name: … }`. */
  readonly isBelowOwner: boolean;
  /** The number of lists and objects around the value. */
  readonly depth: number;
}

/** Called for each replacement. */
export type Note = (path: string, reason: ReplacementReason) => void;

export const SECRET_RULE: Rule = { reason: "secret-key", kind: "secret" };

/** Each level uses some of the stack, for the walk and for writing the result. */
const MAX_LEVELS = 500;

const TOO_DEEP = `[more than ${MAX_LEVELS} levels deep]`;

/** Longer paths are cut, because many values below a long key would each repeat it. */
const MAX_PATH_CHARACTERS = 500;

/** Shorter texts are titles and labels, which describe the event. */
const MIN_TEXT_CHARACTERS = 200;

/** Possibly after a number, as in the branches of a merge queue. */
const COMMIT = /(?:^|[-_])(?:[\da-f]{40}|[\da-f]{64})$/;

/** A short word or number below a secret key, as in settings. */
const ORDINARY = /^(?:[a-z_-]{0,7}|\d{0,7})$/;

export class ValueRedactor {
  readonly describeKey: DescribeKey = createKeyReader();
  readonly #options: RedactOptions;
  readonly #known: readonly string[];
  /** Those of the config and the environment, and those of the current event. */
  #secrets: readonly string[];
  readonly #redactPaths: ReadonlySet<string>;
  readonly #keepPaths: ReadonlySet<string>;
  readonly #pseudonyms: Pseudonyms;
  /** Strings that conditions compare with. */
  readonly #compared: readonly string[];
  /** Whole values that were replaced: they are replaced again wherever they occur. */
  readonly #whole = new Map<string, Rule>();
  readonly #segments = new KnownSegments<Rule>();
  /** Words of senders, such as `opened`, and ids: neither names nor secrets within other texts. */
  readonly #words = new Set<string>();
  readonly #ids = new Set<string>();

  constructor(options: RedactOptions) {
    const { secrets = [], redact = [], keep = [], keepValues = new Set() } = options;
    this.#options = options;
    this.#known = secrets.filter((secret) => secret.trim() !== "").flatMap(spellingsOf);
    this.#secrets = longestFirst(this.#known);
    this.#redactPaths = new Set(redact.map(normalizePath));
    this.#keepPaths = new Set(keep.map(normalizePath));
    this.#pseudonyms = createPseudonyms(options.random);
    this.#compared = [...keepValues].filter((value) => typeof value === "string");
  }

  /** Called before an event is walked. */
  begin(secretsOfEvent: readonly string[]): void {
    this.#secrets = longestFirst([...this.#known, ...secretsOfEvent.flatMap(spellingsOf)]);
  }

  walk(value: unknown, context: ValueContext, note: Note): unknown {
    const isKept = this.#isKept(value, context);
    if (typeof value === "string" || typeof value === "number") {
      return this.#leaf(value, { ...context, isKept }, note);
    }
    if (typeof value !== "object" || value === null) return value;
    const depth = context.depth + 1;
    if (depth > MAX_LEVELS) return TOO_DEEP;
    const below = { ...context, depth };
    if (Array.isArray(value)) {
      return value.map((item, index) =>
        this.walk(item, { ...below, isKept, path: pathBelow(context.path, String(index)) }, note),
      );
    }
    const above = { ...this.#contextBelow(value, below), isKept };
    const { isThing } = this.describeKey(context.key);
    const hasPersonNames =
      above.isBelowOwner || Object.keys(value).some((key) => this.describeKey(key).isBesideName);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const name = this.text(key, { path: context.path, isKept: false }, note);
        const path = pathBelow(context.path, name.includes(".") ? `[${name}]` : name);
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

  /** Replaces parts by their shape, and what was replaced before. */
  text(value: string, context: TextContext, note: Note): string {
    const { path, isKept, key } = context;
    const { hideSecrets = (shown) => shown, keepPeople } = this.#options;
    const hidden = hideSecrets(value);
    if (hidden !== value) note(path, "known-secret");
    const found = findValues(hidden, {
      people: keepPeople !== true && !isKept,
      secrets: this.#secrets,
      hideSecrets,
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
    return this.#keepPaths.size > 0 && this.#keepPaths.has(normalizePath(path));
  }

  /** Random text is only a guess, so --keep of its path overrides it. */
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

  /** A part of a compared value stays in other texts, so that the condition has the same result. */
  #remember(value: string, rule: Rule): void {
    // `permissions: { secrets: "read" }` says nothing about the word elsewhere.
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
    if (this.#redactPaths.size > 0 && this.#redactPaths.has(normalizePath(path)))
      return { reason: "named", kind: "name" };
    if (this.#options.keepPeople === true || isKept || !this.#isAboutPerson(value, context)) {
      return undefined;
    }
    // A mail address stays a mail address, even if the key only says that it is a name.
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

  /** A text may be JSON, or JSON in base64, as in forms and queues. */
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

  /** The common context of the members of an object. */
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

  /** `address: { line1: … }` is, `address: { type: "home", floor: 3 }` is not; `name: "#1001"` is an order. */
  #isAboutPerson(value: string | number, { key, isPerson, isBelowPerson }: ValueContext): boolean {
    const { isName, isWord } = this.describeKey(key);
    if (isPerson) return !isName || /\p{L}/u.test(String(value));
    return isBelowPerson && typeof value === "string" && !isWord;
  }
}

interface TextContext extends Pick<ValueContext, "path" | "isKept"> {
  /** Undefined for the name of a key. */
  readonly key?: string;
  readonly isThingName?: boolean;
}

function isSecretReason(reason: ReplacementReason): boolean {
  return REPLACEMENT_REASONS[reason].rule === "R4";
}

function pathBelow(path: string, name: string): string {
  const isCut = path.endsWith("…") || path.length + name.length > MAX_PATH_CHARACTERS;
  return isCut ? `${path.slice(0, MAX_PATH_CHARACTERS).replace(/…$/, "")}…` : `${path}.${name}`;
}

function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].sort((one, other) => other.length - one.length);
}

/** A shorter secret has too few characters in base64 that do not depend on its neighbors. */
const MIN_ENCODED_CHARACTERS = 8;

/** A secret as it is, in hexadecimal, and in base64 at each alignment. */
function spellingsOf(secret: string): readonly string[] {
  if (secret.length < MIN_ENCODED_CHARACTERS) return [secret];
  const bytes = new TextEncoder().encode(secret);
  const hex = hexOfBytes(bytes);
  const encoded = [0, 1, 2].flatMap((before) => {
    const all = new Uint8Array(before + bytes.length);
    all.set(bytes, before);
    // The first and the last characters also depend on the neighbors.
    const start = Math.ceil((before * 4) / 3);
    const end = Math.floor((all.length * 4) / 3);
    return [base64OfBytes(all), base64OfBytes(all, "base64url")].map((text) =>
      text.slice(start, end),
    );
  });
  return [secret, hex, hex.toUpperCase(), ...encoded];
}

/** `payload.list[0].x`, `payload.list.0.x` and `payload.list.1.x` are one path. */
function normalizePath(path: string): string {
  return path.replace(/\[(\w+)\]/g, ".$1").replace(/\.\d+(?=\.|$)/g, "");
}

interface NestedJson {
  readonly parsed: unknown;
  /** JSON → a text in the same encoding. */
  readonly write: (json: string) => string;
}

/** Only objects and lists in base64 begin so; shorter texts are words. */
const BASE64 = /^[eW][0-3w-z][\w+/-]{6,}={0,2}$/;

/** A text → its JSON, plain or in base64, and a function that writes JSON in the same encoding. */
function readNestedJson(text: string): NestedJson | undefined {
  if (/^\s*[[{]/.test(text)) return parse(text, (json) => json);
  if (!BASE64.test(text)) return undefined;
  const decoded = textOfBase64(text);
  const encoding = /[-_]/.test(text) ? "base64url" : "base64";
  return parse(decoded, (json) => base64OfBytes(new TextEncoder().encode(json), encoding));
}

function parse(text: string, write: NestedJson["write"]): NestedJson | undefined {
  if (isDeep(text)) return undefined;
  try {
    return { parsed: JSON.parse(text), write };
  } catch {
    return undefined;
  }
}

/** JSON that is too deep is searched as plain text. */
function isDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/[[{\]}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > MAX_LEVELS) return true;
  }
  return false;
}

/** Options of `createRedactor`. */
export interface RedactOptions {
  /** Values that are secrets everywhere: those of the environment. Blank ones are ignored. */
  readonly secrets?: readonly string[];
  /** Replaces the secrets of a config, also if URL-encoded: `hideSecrets` of its hooks. */
  readonly hideSecrets?: (text: string) => string;
  /** Whether names, addresses, phones and the like stay. Secrets are always replaced. */
  readonly keepPeople?: boolean;
  /** Whether long free text is replaced by words of the same length. */
  readonly redactText?: boolean;
  /** Paths that are also replaced: `payload.customer`. */
  readonly redact?: readonly string[];
  /**
   * Paths whose values stay, with everything below them, unless they are secrets. A text at such a path also stays if it
   * only looks random.
   */
  readonly keep?: readonly string[];
  /** Values that conditions compare with: they stay, unless they are secrets. */
  readonly keepValues?: ReadonlySet<unknown>;
  /** Headers that a config reads, in lower case: they are also written, unless they can hold a credential. */
  readonly keepHeaders?: ReadonlySet<string>;
  /** Headers that are never written, in lower case: those that carry the hook token. */
  readonly secretHeaders?: readonly string[];
  /** A number from 0 up to, but not including, the limit. Must be unpredictable, so that nobody can reverse pseudonyms. */
  readonly random: RandomBelow;
}
