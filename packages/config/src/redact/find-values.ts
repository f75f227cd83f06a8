// A text → the parts of it that are secrets (R4) or facts about people (R5), by their shape.
//
// Every pattern takes linear time: no two parts of one that repeat can match the same characters.

/** What a part of a text is. */
export type ValueKind = "secret" | "card" | "mail" | "phone" | "ip";

export interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly kind: ValueKind;
}

interface Shape {
  readonly kind: ValueKind;
  /** The value is the group `value`, or the whole match. */
  readonly pattern: RegExp;
  readonly accepts?: (text: string) => boolean;
}

const SECRET_SHAPES: readonly Shape[] = [
  {
    kind: "secret",
    pattern: /-----BEGIN [A-Z0-9 ]{1,40}-----[^-]{0,20000}(?:-----END [A-Z0-9 ]{1,40}-----)?/dg,
  },
  { kind: "secret", pattern: /\b(?:sk|rk|pk|whsec)_(?:(?:live|test)_)?[A-Za-z0-9]{8,}/dg },
  { kind: "secret", pattern: /\bgh[opusr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{16,}/dg },
  { kind: "secret", pattern: /\bxox[a-z]-[A-Za-z0-9-]{8,}/dg },
  { kind: "secret", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/dg },
  { kind: "secret", pattern: /\beyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*/dg },
  { kind: "secret", pattern: /\bBearer\s(?<value>[\w.~+/=-]{6,})/dgi },
  { kind: "secret", pattern: /:\/\/(?<value>[^\s/@?#]{1,400})@/dg },
  {
    kind: "secret",
    pattern: /[?&](?:token|key|sig|signature|code|x-amz-[\w-]{1,40})=(?<value>[^\s&#"'<>]+)/dgi,
  },
  {
    kind: "secret",
    pattern:
      /(?:password|passwd|secret|token|api_?key|authorization|private_key)["']?\s?[:=]\s?["']?(?<value>[^\s"'&,;<>]{3,})/dgi,
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
  /** Values that are secrets wherever they stand. */
  readonly secrets: readonly string[];
}

/** In order; none overlaps another. */
export function findValues(text: string, { people, secrets }: FindOptions): readonly FoundValue[] {
  const found: FoundValue[] = [];
  const add = (one: FoundValue): void => {
    if (found.every(({ start, end }) => one.end <= start || end <= one.start)) found.push(one);
  };
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
      add({ start: at, end: at + secret.length, kind: "secret" });
    }
  }
  for (const shape of [...SECRET_SHAPES, ...(people ? PERSON_SHAPES : [])]) {
    for (const match of text.matchAll(shape.pattern)) {
      const [start, end] = rangeOf(match);
      if (shape.accepts?.(text.slice(start, end)) !== false) add({ start, end, kind: shape.kind });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

function rangeOf({ indices }: RegExpMatchArray): readonly [number, number] {
  const [whole] = indices as RegExpIndicesArray;
  return indices?.groups?.["value"] ?? (whole as [number, number]);
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
