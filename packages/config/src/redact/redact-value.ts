// A value and its place in an event → the same value without secrets and facts about people.
import { findValues } from "./find-values.ts";
import { isPersonKey, isSecretKey, isTextKey } from "./key-names.ts";
import { createPseudonyms, type PseudonymKind, type Pseudonyms } from "./pseudonyms.ts";
import type { RedactOptions } from "./redact-options.ts";

/** Why a value is replaced, and by what. */
export interface Rule {
  readonly name: "R4" | "R5" | "R7";
  readonly kind: PseudonymKind;
}

export interface Place {
  readonly path: string;
  /** The nearest name of a key. */
  readonly key: string;
  readonly isKept: boolean;
  /** What everything below a key with secrets is. */
  readonly rule: Rule | undefined;
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

  walk(value: unknown, place: Place, note: Note): unknown {
    const isKept = this.#isKept(value, place);
    if (typeof value === "string" || typeof value === "number") {
      return this.#leaf(value, { ...place, isKept }, note);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) =>
        this.walk(item, { ...place, isKept, path: `${place.path}.${index}` }, note),
      );
    }
    if (typeof value !== "object" || value === null) return value;
    const rule = place.rule ?? (isSecretKey(place.key) ? SECRET_RULE : undefined);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const name = this.text(key, { ...place, isKept: false }, note);
        const path = `${place.path}.${name.includes(".") ? `[${name}]` : name}`;
        return [name, this.walk(part, { path, key, isKept, rule }, note)];
      }),
    );
  }

  /** Replaces what the shape of a part tells. */
  text(value: string, { path, isKept }: Pick<Place, "path" | "isKept">, note: Note): string {
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

  #isKept(value: unknown, { isKept, path }: Place): boolean {
    const isCompared = this.#options.keepValues?.has(value) === true;
    return isKept || isCompared || this.#keepPaths.has(normalizePath(path));
  }

  #leaf(value: string | number, place: Place, note: Note): unknown {
    const rule = place.rule ?? this.#ruleOf(value, place);
    if (rule !== undefined) {
      this.#whole.set(String(value), rule);
      return this.#replace(value, rule, { path: place.path, note });
    }
    const same = this.#echoOf(value, place);
    if (same !== undefined) return this.#replace(value, same, { path: place.path, note });
    return typeof value === "number"
      ? this.#number(value, place, note)
      : this.#freeText(value, place, note);
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

  #ruleOf(value: string | number, { path, key, isKept }: Place): Rule | undefined {
    if (isSecretKey(key)) return SECRET_RULE;
    if (this.#redactPaths.has(normalizePath(path))) return { name: "R7", kind: "name" };
    if (this.#options.keepPeople === true || isKept || !isPersonKey(key)) return undefined;
    // A mail address stays one, also where the key says only that it is a name.
    const text = String(value);
    const [found] = findValues(text, { people: true, secrets: this.#secrets });
    if (found === undefined) return { name: "R5", kind: "name" };
    if (found.kind === "secret" || found.kind === "card") return SECRET_RULE;
    const isWhole = found.end - found.start === text.length;
    return { name: "R5", kind: isWhole ? found.kind : "name" };
  }

  #echoOf(value: string | number, { key, isKept }: Place): Rule | undefined {
    const same = typeof value === "string" ? this.#whole.get(value) : undefined;
    if (same === undefined || same.name === "R4") return same;
    return isKept || WORD_KEY.test(key) ? undefined : same;
  }

  #number(value: number, { path }: Place, note: Note): number {
    const options = { people: false, secrets: this.#secrets };
    if (findValues(String(value), options).length === 0) return value;
    note(path, "R4");
    return this.#pseudonyms.ofNumber(value);
  }

  #freeText(value: string, place: Place, note: Note): string {
    const scanned = this.#nested(value, place, note);
    if (this.#options.redactText !== true || place.isKept) return scanned;
    if (!isTextKey(place.key) || value.length <= MIN_TEXT_CHARACTERS) return scanned;
    note(place.path, "R5");
    return scanned.replace(/[\p{L}\d]+/gu, (word) => "x".repeat(word.length));
  }

  /** A text that is JSON: forms and queues carry bodies so. */
  #nested(value: string, place: Place, note: Note): string {
    const parsed = /^\s*[[{]/.test(value) ? parse(value) : undefined;
    if (parsed === undefined) return this.text(value, place, note);
    let isChanged = false;
    const other = this.walk(parsed, place, (_, rule) => {
      isChanged = true;
      note(place.path, rule);
    });
    return isChanged ? JSON.stringify(other) : value;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `payload.list[0].x`, `payload.list.0.x` and `payload.list.1.x` are one path. */
function normalizePath(path: string): string {
  return path.replace(/\[(\w+)\]/g, ".$1").replace(/\.\d+(?=\.|$)/g, "");
}
