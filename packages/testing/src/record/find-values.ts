// A text → its parts that are secrets or facts about people, by their shape.
//
// Every pattern takes linear time: no two parts of one that repeat can match the same characters.
import { latin1OfBase64, textOfBase64 } from "./base64.ts";
import { URL_PARAMETER } from "./key-names.ts";
import { findRandomParts, type TextRange } from "./random-text.ts";
import type { ReplacementReason } from "./replacements.ts";
import { readDecoded, readJoined, type TextView } from "./text-views.ts";
import { JWT, TELEGRAM_TOKEN, TOKEN, WEBHOOK_URL } from "./token-shapes.ts";

interface Shape {
  readonly kind: ValueKind;
  /** The value is the group `value`, or the whole match. */
  readonly pattern: RegExp;
  readonly accepts?: (text: string) => boolean;
  /** What every value of this shape contains, for a quick check. */
  readonly needs?: string;
}

/** Shapes that are found by their beginning. */
const TOKEN_SHAPES: readonly Shape[] = [
  { kind: "secret", pattern: TOKEN },
  { kind: "secret", pattern: TELEGRAM_TOKEN },
  { kind: "secret", pattern: JWT },
  { kind: "secret", pattern: WEBHOOK_URL },
  { kind: "secret", pattern: /\bBearer[\s+]{1,8}(?<value>[\w.~+/=-]{6,})/dgi },
  {
    kind: "secret",
    pattern: /\bBasic[\s+]{1,8}(?<value>[\w+/-]{6,}={0,2})/dgi,
    accepts: isBasic,
  },
];

const SECRET_SHAPES: readonly Shape[] = [
  {
    kind: "secret",
    pattern:
      /-----BEGIN [A-Z0-9 ]{1,40}-----(?:[^-]|-(?!----(?:BEGIN|END) )){0,20000}(?:-----END [A-Z0-9 ]{1,40}-----)?/dg,
  },
  ...TOKEN_SHAPES,
  { kind: "secret", needs: "@", pattern: /:\/\/(?<value>[^\s/?#"'<>]{1,400})@/dg },
  // A `/` in the password, which would otherwise be a port that is not a number.
  {
    kind: "secret",
    needs: "@",
    pattern: /:\/\/(?<value>[^\s/@:?#"'<>]{1,200}:(?!\d{1,5}[/?#])[^\s@"'<>]{1,200})@/dg,
  },
  { kind: "secret", pattern: URL_PARAMETER },
  // After the name of a scheme; prose has no digit there.
  {
    kind: "secret",
    pattern:
      /\bauthorization["']?\s?[:=]\s?["']?[A-Za-z][\w-]{0,30}[\s+]{1,8}(?<value>[^\s"'&,;<>]{6,})/dgi,
    accepts: (value) => /\d/.test(value),
  },
  {
    kind: "secret",
    pattern:
      /\b(?:set-)?cookie["']?\s?:\s?["']?(?<value>[^\s=;,"'<>]{1,100}=[^\s;"'<>]{1,4000}(?:;\s?[^\s=;,"'<>]{1,100}(?:=[^\s;"'<>]{0,4000})?){0,50})/dgi,
  },
  {
    kind: "secret",
    pattern:
      /(?:password|passwd|passphrase|secret|token|(?:api|access|account)_?key|authorization|private_key)["']?\s?[:=]\s?["']?(?<value>[^\s"'&,;<>]{3,})/dgi,
  },
  // In the text of a request; prose and code have no digit there.
  {
    kind: "secret",
    pattern:
      /\b(?:api|access|account|auth|signing)(?:-|_?)key["']?\s?[:=]\s?["']?(?<value>[^\s"'&,;<>]{6,})/dgi,
    accepts: (value) => /\d/.test(value),
  },
  // A link to set a password, to sign in or to join grants access.
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
    pattern: /(?<![\w:])[\da-f]{1,4}:[\da-f:]{1,40}(?<!:)(?![\w:])/dgi,
    accepts: isIpv6,
  },
];

/** In decoded text, characters between the parts of a URL do not belong to an address. */
const DECODED_PERSON_SHAPES: readonly Shape[] = [
  {
    kind: "mail",
    needs: "@",
    pattern: /[\w.+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/dgu,
  },
  ...PERSON_SHAPES.filter(({ kind }) => kind !== "mail"),
];

interface FindOptions {
  readonly people: boolean;
  /** Values that are secrets everywhere; none is blank. */
  readonly secrets: readonly string[];
  /** Replaces other secrets, which only this function knows. */
  readonly hideSecrets?: ((text: string) => string) | undefined;
  /** Parts of this text that were replaced before; used if nothing else is found there. */
  readonly again?: readonly FoundValue[];
  /** Whether this is an id: one in ten with the length of a card number passes the check of card numbers. */
  readonly isId?: boolean;
  /** Whether a part that looks random is a secret. */
  readonly isSecret?: (part: string) => boolean;
}

/** The depth of nested encodings that are read. */
const MAX_DEPTH = 2;

/** In order, without overlaps. The time is linear in the length of the text. */
export function findValues(text: string, options: FindOptions, depth = 0): readonly FoundValue[] {
  const { people, secrets, again = [], isId = false } = options;
  const shapes = isId ? SECRET_SHAPES.filter(({ kind }) => kind !== "card") : SECRET_SHAPES;
  let found: readonly FoundValue[] = [];
  for (const secret of secrets) found = addApart(found, findText(text, secret));
  found = addShapes(found, text, shapes);
  if (depth < MAX_DEPTH) found = addApart(found, findInParameters(text, options, depth + 1));
  if (people) found = addShapes(found, text, PERSON_SHAPES);
  found = addApart(found, again);
  found = addOver(found, findRandom(text, options));
  return depth < MAX_DEPTH ? addEncoded(found, text, options, depth + 1) : found;
}

function findText(text: string, secret: string): readonly FoundValue[] {
  const found: FoundValue[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    found.push({ start: at, end: at + secret.length, kind: "secret", reason: "known-secret" });
  }
  return found;
}

function addShapes(
  found: readonly FoundValue[],
  text: string,
  shapes: readonly Shape[],
): readonly FoundValue[] {
  return shapes.reduce((all, shape) => addApart(all, findShape(text, shape)), found);
}

function findShape(
  text: string,
  { pattern, kind, accepts, needs = "" }: Shape,
): readonly FoundValue[] {
  const found: FoundValue[] = [];
  if (!text.includes(needs)) return found;
  const isPerson = PERSON_KINDS.has(kind);
  const reason: ReplacementReason = isPerson ? "person-shape" : "secret-shape";
  // `matchAll` copies the expression each time, which takes longer than most texts do.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = rangeOf(match);
    if (accepts?.(text.slice(start, end)) !== false) found.push({ start, end, kind, reason });
  }
  return found;
}

const PERSON_KINDS: ReadonlySet<ValueKind> = new Set(PERSON_SHAPES.map(({ kind }) => kind));

function findRandom(
  text: string,
  { isSecret = () => false }: Pick<FindOptions, "isSecret">,
): readonly FoundValue[] {
  return findRandomParts(text)
    .filter(({ start, end }) => isSecret(text.slice(start, end)))
    .map((part) => ({ ...part, kind: "secret", reason: "random-text" }));
}

/** A parameter of a URL, whose value may have `%2F` and `%40` for characters of its shape. */
const PARAMETER = /(?:[?&;#]|^)[\w.~[\]-]{1,100}=(?<value>[^\s&;#"'<>]+)/dgi;

function findInParameters(
  text: string,
  options: FindOptions,
  depth: number,
): readonly FoundValue[] {
  if (!text.includes("%")) return [];
  return Array.from(text.matchAll(PARAMETER)).flatMap((match): readonly FoundValue[] => {
    const [start, end] = rangeOf(match);
    const written = text.slice(start, end);
    const decoded = /%[\dA-F]{2}/i.test(written) ? decode(written) : undefined;
    const [found] = decoded === undefined ? [] : findValues(decoded, options, depth);
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

/** Values that only appear without encodings, invisible characters and line breaks, and values in base64. */
function addEncoded(
  found: readonly FoundValue[],
  text: string,
  options: FindOptions,
  depth: number,
): readonly FoundValue[] {
  const decoded = readDecoded(text);
  let all = found;
  if (decoded !== undefined) {
    const { people } = options;
    const shapes = people ? [...SECRET_SHAPES, ...DECODED_PERSON_SHAPES] : SECRET_SHAPES;
    all = addKnown(all, decoded, options);
    for (const shape of shapes) all = addRead(all, decoded, findShape(decoded.text, shape));
    all = addRead(all, decoded, findRandom(decoded.text, options));
  }
  const known = new Set(all.map(({ start }) => start));
  const begins = (index: number): boolean => known.has(decoded?.starts[index] ?? index);
  const joined = readJoined(decoded?.text ?? text, begins, decoded);
  if (joined !== undefined) {
    for (const shape of TOKEN_SHAPES) {
      const whole = findShape(joined.text, shape).filter(
        ({ end }) => !/[A-Za-z\d]/.test(joined.text.charAt(end)),
      );
      all = addRead(all, joined, whole);
    }
  }
  const unbroken = readJoined(decoded?.text ?? text, "all", decoded);
  if (unbroken !== undefined) all = addKnown(all, unbroken, options);
  const inBase64 = findInBase64(decoded?.text ?? text, options, depth);
  return decoded === undefined ? addOver(all, inBase64) : addRead(all, decoded, inBase64);
}

function addKnown(
  found: readonly FoundValue[],
  view: TextView,
  options: FindOptions,
): readonly FoundValue[] {
  return options.secrets.reduce(
    (all, secret) => addRead(all, view, findText(view.text, secret)),
    addRead(found, view, findHidden(view.text, options)),
  );
}

function addRead(
  found: readonly FoundValue[],
  { starts, ends }: TextView,
  more: readonly FoundValue[],
): readonly FoundValue[] {
  const placed = more.map(({ start, end, kind, reason }): FoundValue => {
    const place = { start: starts[start] as number, end: ends[end - 1] as number };
    const isAsWritten = place.end - place.start === end - start;
    return { ...place, kind: isAsWritten || kind === "card" ? kind : "secret", reason };
  });
  return addOver(found, placed);
}

/** From the first to the last of the secrets that only `hideSecrets` knows. */
function findHidden(
  text: string,
  { hideSecrets = (shown) => shown }: Pick<FindOptions, "hideSecrets">,
): readonly FoundValue[] {
  const hidden = hideSecrets(text);
  if (hidden === text) return [];
  let start = 0;
  while (text[start] === hidden[start]) start += 1;
  let after = 0;
  const most = Math.min(text.length, hidden.length) - start;
  while (after < most && text.at(-1 - after) === hidden.at(-1 - after)) after += 1;
  return [{ start, end: text.length - after, kind: "secret", reason: "known-secret" }];
}

/** In one line, or in lines as in mails. Bounded, because each repetition uses some of the stack. */
const BASE64_LINES = /[A-Za-z\d+/_-]{12,}(?:\r?\n[ \t]{0,8}[A-Za-z\d+/_-]{2,}){0,50000}={0,2}/g;

const BASE64_LINE = /[A-Za-z\d+/_-]{12,}={0,2}/g;

function findInBase64(text: string, options: FindOptions, depth: number): readonly FoundValue[] {
  // Random parts in it are not more secret than in other encodings.
  const inner = { ...options, people: false, isSecret: () => false, again: [] };
  const read = (start: number, written: string): readonly FoundValue[] => {
    const decoded = readBase64(written);
    if (decoded === undefined) return [];
    const [hidden] = findHidden(decoded, options);
    const [found = hidden] = findValues(decoded, inner, depth);
    if (found === undefined) return [];
    return [{ start, end: start + written.length, kind: "secret", reason: found.reason }];
  };
  return Array.from(text.matchAll(BASE64_LINES)).flatMap(({ 0: lines, index }) => {
    const found = read(index, lines);
    if (found.length > 0 || !lines.includes("\n")) return found;
    return Array.from(lines.matchAll(BASE64_LINE)).flatMap(({ 0: line, index: at }) =>
      read(index + at, line),
    );
  });
}

/** Undefined for anything but a text in base64. */
function readBase64(written: string): string | undefined {
  // A quick check: most words do not decode to the beginning of a text.
  if (!isText(latin1OfBase64(written.slice(0, 16)))) return undefined;
  const decoded = textOfBase64(written);
  return isText(decoded) ? decoded : undefined;
}

function isText(decoded: string): boolean {
  return !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/.test(decoded);
}

function rangeOf({ indices }: RegExpMatchArray): readonly [number, number] {
  const [whole] = indices as RegExpIndicesArray;
  return indices?.groups?.["value"] ?? (whole as [number, number]);
}

/** `user:password` in base64; other matches are words, as in "basic information". */
function isBasic(text: string): boolean {
  return /^[^\p{Cc}\ufffd:]*:[^\p{Cc}\ufffd]*$/u.test(textOfBase64(text));
}

/** Eight groups, or fewer with one gap. A time such as 12:34:56 does not match. */
function isIpv6(text: string): boolean {
  const groups = text.split(":");
  const gaps = groups.filter((group) => group === "").length;
  return (
    groups.every((group) => group.length <= 4) &&
    (gaps === 1 ? groups.length <= 8 : gaps === 0 && groups.length === 8)
  );
}

/** The Luhn check of card numbers. */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-(1 + index)));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The check of ISO 13616: the number, with its first four characters last, leaves 1 when divided by 97. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(" ", "");
  const moved = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** What a part of a text is. */
export type ValueKind = "secret" | "card" | "mail" | "phone" | "ip" | "name";

export interface FoundValue extends TextRange {
  readonly kind: ValueKind;
  readonly reason: ReplacementReason;
}

/** Adds values without overlap. Both lists are in order, and so is the result: the time is linear. */
function addApart(
  found: readonly FoundValue[],
  more: readonly FoundValue[],
): readonly FoundValue[] {
  if (more.length === 0) return found;
  const result: FoundValue[] = [];
  let next = 0;
  for (const one of more) {
    while (next < found.length && (found[next] as FoundValue).start < one.end) {
      result.push(found[next++] as FoundValue);
    }
    if ((result.at(-1)?.end ?? 0) <= one.start) result.push(one);
  }
  return result.concat(found.slice(next));
}

/**
 * Adds values that are not covered, merged with those that they overlap.
 * Attack: digits within a key that are those of a card would leave the rest of the key as it is.
 */
function addOver(found: readonly FoundValue[], more: readonly FoundValue[]): readonly FoundValue[] {
  if (more.length === 0) return found;
  const added = new Set(withoutCovered(more, found));
  const result: FoundValue[] = [];
  for (const one of [...found, ...added].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || last.end <= one.start) {
      result.push(one);
      continue;
    }
    // Values of one list do not overlap, so one of the two was added, or contains an added one.
    const { kind, reason } = added.has(one) ? one : last;
    const end = Math.max(last.end, one.end);
    result[result.length - 1] = { start: last.start, end, kind, reason };
  }
  return result;
}

function withoutCovered(
  more: readonly FoundValue[],
  found: readonly FoundValue[],
): readonly FoundValue[] {
  let next = 0;
  return more.filter(({ start, end }) => {
    while (next < found.length && (found[next] as FoundValue).end < end) next += 1;
    return start < (found[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}
