// A text → the parts of it that are secrets (R4) or facts about people (R5), by their shape.
//
// Every pattern takes linear time: no two parts of one that repeat can match the same characters.

import { URL_PARAMETER } from "./key-names.ts";
import { findRandomParts, type TextRange } from "./random-text.ts";
import type { ReplacementReason } from "./replacements.ts";
import { JWT, TELEGRAM_TOKEN, TOKEN, WEBHOOK_URL } from "./token-shapes.ts";

/** What a part of a text is. */
export type ValueKind = "secret" | "card" | "mail" | "phone" | "ip" | "name";

export interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly kind: ValueKind;
  readonly reason: ReplacementReason;
}

interface Shape {
  readonly kind: ValueKind;
  /** The value is the group `value`, or the whole match. */
  readonly pattern: RegExp;
  readonly accepts?: (text: string) => boolean;
  /** What every value of this shape has, where that is quickly looked for. */
  readonly needs?: string;
}

const SECRET_SHAPES: readonly Shape[] = [
  {
    kind: "secret",
    pattern: /-----BEGIN [A-Z0-9 ]{1,40}-----[^-]{0,20000}(?:-----END [A-Z0-9 ]{1,40}-----)?/dg,
  },
  { kind: "secret", pattern: TOKEN },
  { kind: "secret", pattern: TELEGRAM_TOKEN },
  { kind: "secret", pattern: JWT },
  { kind: "secret", pattern: WEBHOOK_URL },
  { kind: "secret", pattern: /\bBearer\s(?<value>[\w.~+/=-]{6,})/dgi },
  { kind: "secret", pattern: /\bBasic\s(?<value>[\w+/-]{6,}={0,2})/dgi, accepts: isBasic },
  { kind: "secret", pattern: /:\/\/(?<value>[^\s/@?#]{1,400})@/dg },
  { kind: "secret", pattern: URL_PARAMETER },
  {
    kind: "secret",
    pattern:
      /(?:password|passwd|passphrase|secret|token|(?:api|access|account)_?key|authorization|private_key)["']?\s?[:=]\s?["']?(?<value>[^\s"'&,;<>]{3,})/dgi,
  },
  // A link to set a password, to sign in or to join: who has it is let in.
  {
    kind: "secret",
    pattern:
      /\/[\w-]{0,40}?(?:reset|passw|verif|confirm|activat|invit|magic|recover|unsubscrib|sign-?in|login)[\w-]{0,40}\/(?<value>[^\s/?#"'<>&]{8,})/dgi,
    accepts: (value) => /[a-z]/i.test(value) && /\d/.test(value),
  },
  {
    kind: "secret",
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/dg,
    accepts: isIban,
  },
  { kind: "card", pattern: /(?<!\d)[2-6]\d(?:[ -]?\d){11,17}(?!\d)/dg, accepts: isCard },
];

const PERSON_SHAPES: readonly Shape[] = [
  {
    kind: "mail",
    needs: "@",
    pattern: /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/dgu,
  },
  { kind: "phone", pattern: /\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/dg },
  { kind: "phone", pattern: /(?<!\d)\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/dg },
  {
    kind: "ip",
    pattern:
      /(?<!\d|\d\.)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\d|\.\d)/dg,
  },
  {
    kind: "ip",
    pattern: /(?<![\w:])(?:[\da-f]{1,4}:){1,7}(?::?[\da-f]{1,4}){1,6}(?![\w:])/dgi,
    accepts: isIpv6,
  },
];

export interface FindOptions {
  readonly people: boolean;
  /** Values that are secrets wherever they stand; none is blank. */
  readonly secrets: readonly string[];
  /** What is known to be replaced in this text, where nothing else is found. */
  readonly again?: readonly FoundValue[];
  /** Whether this is an id: one of ten with as many digits as a card number has passes the check of those. */
  readonly isId?: boolean;
  /** Whether a part that looks random is a secret. */
  readonly isSecret?: (part: string) => boolean;
}

/** In order; none overlaps another. */
export function findValues(
  text: string,
  { people, secrets, again = [], isId = false, isSecret = () => false }: FindOptions,
): readonly FoundValue[] {
  const found: FoundValue[] = [];
  const add = (one: FoundValue): void => {
    if (!found.some((other) => overlap(one, other))) found.push(one);
  };
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
      add({ start: at, end: at + secret.length, kind: "secret", reason: "known-secret" });
    }
  }
  const addShape = (shape: Shape, reason: ReplacementReason): void => {
    const { pattern, kind, accepts, needs = "" } = shape;
    if (!text.includes(needs)) return;
    // `matchAll` copies the expression each time, which takes longer than most texts do.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [start, end] = rangeOf(match);
      if (accepts?.(text.slice(start, end)) !== false) add({ start, end, kind, reason });
    }
  };
  for (const shape of SECRET_SHAPES) {
    if (!isId || shape.kind !== "card") addShape(shape, "secret-shape");
  }
  for (const one of findEncoded(text, { people, secrets, isSecret })) add(one);
  if (people) for (const shape of PERSON_SHAPES) addShape(shape, "person-shape");
  for (const one of again) add(one);
  const random = findRandomParts(text).filter(({ start, end }) => isSecret(text.slice(start, end)));
  return random.reduce(addRandom, found).toSorted((one, other) => one.start - other.start);
}

/** The value of a parameter of a URL, which has `%2F` and `%40` in place of signs that its shape has. */
const ENCODED = /(?:[?&;#]|^)[\w.~[\]-]{1,100}=(?<value>[^\s&;#"'<>]*%[\dA-F]{2}[^\s&;#"'<>]*)/dgi;

function findEncoded(text: string, options: FindOptions): readonly FoundValue[] {
  if (!text.includes("%")) return [];
  return Array.from(text.matchAll(ENCODED)).flatMap((match): readonly FoundValue[] => {
    const [start, end] = rangeOf(match);
    const decoded = decode(text.slice(start, end));
    const [found] = decoded === undefined ? [] : findValues(decoded, options);
    return found === undefined ? [] : [{ start, end, kind: "secret", reason: found.reason }];
  });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Attack: digits within a key that are those of a card would leave the rest of the key as it is. */
function addRandom(found: readonly FoundValue[], { start, end }: TextRange): readonly FoundValue[] {
  const touched = found.filter((one) => overlap(one, { start, end }));
  if (touched.some((one) => one.start <= start && end <= one.end)) return found;
  const range = {
    start: Math.min(start, ...touched.map((one) => one.start)),
    end: Math.max(end, ...touched.map((one) => one.end)),
  };
  const rest = found.filter((one) => !touched.includes(one));
  return [...rest, { ...range, kind: "secret", reason: "random-text" }];
}

function rangeOf({ indices }: RegExpMatchArray): readonly [number, number] {
  const [whole] = indices as RegExpIndicesArray;
  return indices?.groups?.["value"] ?? (whole as [number, number]);
}

/** `user:password` in base64; others are words, such as those of "basic information". */
function isBasic(text: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(text, "base64").toString("latin1"));
}

/** A time such as 12:34:56 is none. */
function isIpv6(text: string): boolean {
  return text.includes("::") || text.split(":").length === 8;
}

/** Luhn's check, with which every card number ends. */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-(1 + index)));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0;
}

/** The check of ISO 13616: the number, with its first four characters last, leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  const compact = text.replaceAll(" ", "");
  const moved = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
