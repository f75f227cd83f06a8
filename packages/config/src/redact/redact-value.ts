// A value and its context in an event → the same value without secrets and facts about people.
import { findValues } from "./find-values.ts";
import { isPersonKey, isSecretKey, isTextKey } from "./key-names.ts";
import { readNestedJson } from "./nested-json.ts";
import { createPseudonyms, type PseudonymKind, type Pseudonyms } from "./pseudonyms.ts";
import type { RedactOptions } from "./redact-options.ts";

/** Why a value is replaced, and by what. */
export interface Rule {
  readonly name: "R4" | "R5" | "R7";
  readonly kind: PseudonymKind;
}

/** What is known of a value by what is around it. */
export interface ValueContext {
  readonly path: string;
  /** The nearest name of a key. */
  readonly key: string;
  readonly isKept: boolean;
  /** What everything below a key with secrets is. */
  readonly rule: Rule | undefined;
  /** Whether a key above says that this is about a person: `address`, `name`. */
  readonly isPersonal: boolean;
}

/** Is told of each replacement. */
export type Note = (path: string, rule: string) => void;

export const SECRET_RULE: Rule = { name: "R4", kind: "secret" };

/** Shorter texts are titles and labels, which say what the event is about. */
const MIN_TEXT_CHARACTERS = 200;

/** What these say is a word of the sender's, also where somebody has it as a name. */
const WORD_KEY = /^(?:action|type|event|state|status|kind|ref)$/;

export class ValueRedactor {
  readonly #options: RedactOptions;
  readonly #secrets: readonly string[];
  readonly #redactPaths: ReadonlySet<string>;
  readonly #keepPaths: ReadonlySet<string>;
  readonly #pseudonyms: Pseudonyms;
  /** Whole values that were replaced: where they stand again, they are replaced again. */
  readonly #whole = new Map<string, Rule>();

  constructor(options: RedactOptions) {
    const { secrets = [], redact = [], keep = [] } = options;
    this.#options = options;
    this.#secrets = [...secrets].sort((one, other) => other.length - one.length);
    this.#redactPaths = new Set(redact.map(normalizePath));
    this.#keepPaths = new Set(keep.map(normalizePath));
    this.#pseudonyms = createPseudonyms(options.random);
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
    const rule = context.rule ?? (isSecretKey(context.key) ? SECRET_RULE : undefined);
    const isPersonal = context.isPersonal || isPersonKey(context.key);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const name = this.text(key, { ...context, isKept: false }, note);
        const path = `${context.path}.${name.includes(".") ? `[${name}]` : name}`;
        return [name, this.walk(part, { path, key, isKept, rule, isPersonal }, note)];
      }),
    );
  }

  /** Replaces what the shape of a part tells. */
  text(value: string, { path, isKept }: Pick<ValueContext, "path" | "isKept">, note: Note): string {
    const { hideSecrets = (shown) => shown, keepPeople } = this.#options;
    const hidden = hideSecrets(value);
    if (hidden !== value) note(path, "R4");
    const options = { people: keepPeople !== true && !isKept, secrets: this.#secrets };
    let result = "";
    let at = 0;
    for (const { start, end, kind } of findValues(hidden, options)) {
      result += hidden.slice(at, start) + this.#pseudonyms.of(hidden.slice(start, end), kind);
      at = end;
      note(path, kind === "secret" || kind === "card" ? "R4" : "R5");
    }
    return result + hidden.slice(at);
  }

  #isKept(value: unknown, { isKept, path }: ValueContext): boolean {
    const isCompared = this.#options.keepValues?.has(value) === true;
    return isKept || isCompared || this.#keepPaths.has(normalizePath(path));
  }

  #leaf(value: string | number, context: ValueContext, note: Note): unknown {
    const rule = context.rule ?? this.#ruleOf(value, context);
    if (rule !== undefined) {
      this.#whole.set(String(value), rule);
      return this.#replace(value, rule, { path: context.path, note });
    }
    const same = this.#echoOf(value, context);
    if (same !== undefined) return this.#replace(value, same, { path: context.path, note });
    return typeof value === "number"
      ? this.#number(value, context, note)
      : this.#freeText(value, context, note);
  }

  #replace(
    value: string | number,
    { name, kind }: Rule,
    { path, note }: { readonly path: string; readonly note: Note },
  ): string | number {
    if (value === "") return value;
    note(path, name);
    return typeof value === "number"
      ? this.#pseudonyms.ofNumber(value)
      : this.#pseudonyms.of(value, kind);
  }

  #ruleOf(value: string | number, context: ValueContext): Rule | undefined {
    const { path, key, isKept } = context;
    if (isSecretKey(key)) return SECRET_RULE;
    if (this.#redactPaths.has(normalizePath(path))) return { name: "R7", kind: "name" };
    if (this.#options.keepPeople === true || isKept || !isAboutPerson(value, context)) {
      return undefined;
    }
    // A mail address stays one, also where the key says only that it is a name.
    const text = String(value);
    const [found] = findValues(text, { people: true, secrets: this.#secrets });
    if (found === undefined) return { name: "R5", kind: "name" };
    if (found.kind === "secret" || found.kind === "card") return SECRET_RULE;
    const isWhole = found.end - found.start === text.length;
    return { name: "R5", kind: isWhole ? found.kind : "name" };
  }

  #echoOf(value: string | number, { key, isKept }: ValueContext): Rule | undefined {
    const same = typeof value === "string" ? this.#whole.get(value) : undefined;
    if (same === undefined || same.name === "R4") return same;
    return isKept || WORD_KEY.test(key) ? undefined : same;
  }

  #number(value: number, { path }: ValueContext, note: Note): number {
    const options = { people: false, secrets: this.#secrets };
    if (findValues(String(value), options).length === 0) return value;
    note(path, "R4");
    return this.#pseudonyms.ofNumber(value);
  }

  #freeText(value: string, context: ValueContext, note: Note): string {
    const scanned = this.#nested(value, context, note);
    if (this.#options.redactText !== true || context.isKept) return scanned;
    if (!isTextKey(context.key) || value.length <= MIN_TEXT_CHARACTERS) return scanned;
    note(context.path, "R5");
    return scanned.replace(/[\p{L}\d]+/gu, (word) => "x".repeat(word.length));
  }

  /** A text that is JSON, or JSON in base64: forms and queues carry bodies so. */
  #nested(value: string, context: ValueContext, note: Note): string {
    const encoded = readNestedJson(value);
    if (encoded === undefined) return this.text(value, context, note);
    let isChanged = false;
    const other = this.walk(encoded.parsed, context, (_, rule) => {
      isChanged = true;
      note(context.path, rule);
    });
    return isChanged ? encoded.write(JSON.stringify(other)) : value;
  }
}

/** `address: { line1: … }` is, and `address: { type: "home", floor: 3 }` is not. */
function isAboutPerson(value: string | number, { key, isPersonal }: ValueContext): boolean {
  return isPersonKey(key) || (isPersonal && typeof value === "string" && !WORD_KEY.test(key));
}

/** `payload.list[0].x`, `payload.list.0.x` and `payload.list.1.x` are one path. */
function normalizePath(path: string): string {
  return path.replace(/\[(\w+)\]/g, ".$1").replace(/\.\d+(?=\.|$)/g, "");
}
