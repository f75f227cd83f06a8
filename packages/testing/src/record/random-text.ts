// A text → its parts that look random, as keys and tokens do.
//
// Such a part has 20 or more characters of several classes, high entropy, and pairs of characters that words and names
// do not have: a digit next to a letter, an uppercase after a lowercase letter, `qx`.

import { latin1OfBase64 } from "./base64.ts";

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const MIN_CHARACTERS = 20;

/** Of the longest part between `-`, `_` and the like, in text of only one case: names of pods have shorter parts. */
const MIN_PART_CHARACTERS = 13;

/** In bits per character: 20 random digits have 3.3 in base 16, and about 4.1 in base 64. */
const MIN_ENTROPY = 3;
const MIN_HEX_ENTROPY = 2.5;

/** Of the pairs of characters: words have 15 %, names in camel case 35 %, random letters and digits 80 %. */
const MIN_ODD_SHARE = 0.5;

/** Of one word: `build` has one odd pair of four. */
const MAX_WORD_ODD_SHARE = 0.35;

/** Of hexadecimal digits half of the pairs are two digits. */
const MIN_HEX_ODD_SHARE = 0.15;

/** Nine of ten pairs of letters in English words. */
const COMMON_PAIRS: ReadonlySet<string> = new Set(
  (
    "ab ac ad ag ai ak al am an ap ar as at au ay ba be bl bo bu ca ce ch ci ck cl co cr ct cu da de di dl do ds " +
    "dy ea ec ed ee ef eg el em en ep er es et ev ew ex fa fe ff fi fo ge gi gn gr gs gu ha he hi ho ib ic id ie " +
    "if ig il im in io ip ir is it iv ke ki ks la ld le li ll lo ls lt lu ly ma me mi mm mo mp ms na nc nd ne nf " +
    "ng ni nn no ns nt oa oc od og ok ol om on oo op or os ot ou ov ow pa pe pi pl po pp pr ps pt pu qu ra rc rd " +
    "re rg ri rk rl rm rn ro rr rs rt ru ry sa sc se sh si so sp ss st su ta tc te th ti tl to tr ts tt tu ty ub " +
    "ud ue ul um un up ur us ut va ve vi wa we wh wi wo xp xt ys"
  ).split(" "),
);

/** Text without a space or a character that ends a URL or a value. */
const CHUNK = /[^\s"'`<>,;(){}[\]|\\]+/g;

/** Bounded, because each repetition uses some of the stack. */
const RUN = /(?:[A-Za-z0-9_+/~-]|%[0-9A-Fa-f]{2}){20,100000}={0,2}/g;

/** What precedes the digest of an image, and the commit of an action or a dependency. */
const DIGEST_LABEL = /sha\d{1,3}[:-]$/i;
const COMMIT_LABEL = /(?:@|\/(?:commits?|tree|blob|blame|raw)\/)$/;
const COMMIT = /^[\da-f]{40}$/;

/** Prefixes of vendors' ids. Tokens with the same prefixes are found by their shape first. */
const ID_PREFIXES: readonly string[] = [
  // Stripe, Paddle
  "acct ch clock cn cs cs_live cs_test ctm cus dp evt fee ic ich ii il in ipi li mandate or pi pl plan pm po price pri",
  "pro prod promo prv py pyr qt re req sco seti si sku src sub sub_sched tax tr trr txcd txi txn txr we wh",
  // Clerk, OpenAI, Resend, Svix, Vercel, WorkOS and others
  "app asst batch call dep dpl ep file hook inv job msg ord org prj resp run team thread usr user",
].flatMap((line) => line.split(" "));

/** Ids that grant no access without a key. */
const IDS: readonly RegExp[] = [
  new RegExp(`^(?:${ID_PREFIXES.join("|")})_(?!\\w*_secret_)[A-Za-z0-9_]+$`),
  // Any UUID.
  /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/i,
  // Twilio, whose keys begin with SK.
  /^(?!SK)[A-Z]{2}[\da-f]{32}$/,
  // GitHub's node ids.
  /^[A-Z]{1,6}_(?:k[a-z]|l[A-Z])[A-Z]O[\w-]+$/,
  // Resources of AWS.
  /^[a-z]{1,12}-[\da-f]{17}$/,
];

/** `004:User123` in base64: GitHub's older node ids. */
const OLD_NODE_ID = /^\d{2,3}:[A-Z][A-Za-z]+\d+(?::|$)/;

function isVendorId(text: string): boolean {
  return (
    IDS.some((id) => id.test(text)) ||
    (text.startsWith("MD") && OLD_NODE_ID.test(latin1OfBase64(text)))
  );
}

export function findRandomParts(text: string): readonly TextRange[] {
  if (text.length < MIN_CHARACTERS) return [];
  return Array.from(text.matchAll(CHUNK)).flatMap(({ 0: chunk, index }) => {
    const isUrl = chunk.includes("://");
    return Array.from(chunk.matchAll(RUN))
      .flatMap((run) => partsOf(run[0], { start: index + run.index, isUrl }))
      .filter((part) => !isDigest(text, part));
  });
}

function isDigest(text: string, { start, end }: TextRange): boolean {
  const before = text.slice(Math.max(0, start - 10), start);
  return (
    DIGEST_LABEL.test(before) || (COMMIT_LABEL.test(before) && COMMIT.test(text.slice(start, end)))
  );
}

/** The segments of a path are checked separately; but a key in base64 may have a slash, too. */
function partsOf(
  run: string,
  { start, isUrl }: { readonly start: number; readonly isUrl: boolean },
): readonly TextRange[] {
  const steps = stepsOf(run, start);
  const isPath = isUrl || steps.some(({ text }) => text.split(PART_END).some(isWord));
  if (steps.length > 1 && !isPath && isRandom(run)) return [{ start, end: start + run.length }];
  return steps.flatMap((step) => {
    const { text, at } = withoutWords(step);
    return isRandom(text) ? [{ start: at, end: at + text.length }] : [];
  });
}

interface Step {
  readonly text: string;
  readonly at: number;
}

function stepsOf(run: string, start: number): readonly Step[] {
  return Array.from(run.matchAll(/[^/]+/g), ({ 0: text, index }) => ({ text, at: start + index }));
}

/** `build-main-6dcb09b5…`: leading words stay. */
function withoutWords({ text, at }: Step): Step {
  const [words] = /^(?:[A-Za-z]+[-_~+]+)*/.exec(text) as RegExpExecArray;
  const kept = words.split(/(?<=[-_~+])(?![-_~+])/);
  const first = kept.findIndex((word) => !isWord(word.replace(/[-_~+]+$/, "")));
  const cut = kept.slice(0, first === -1 ? kept.length : first).join("").length;
  return { text: text.slice(cut), at: at + cut };
}

function isWord(text: string): boolean {
  return /^[A-Za-z]{4,}$/.test(text) && oddShareOf([text]) <= MAX_WORD_ODD_SHARE;
}

function isRandom(text: string): boolean {
  if (text.length < MIN_CHARACTERS || isVendorId(text)) return false;
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((one) => one.test(text)).length;
  const parts = text.split(PART_END);
  if (classes < 2 || (classes < 3 && !parts.some(isLong))) return false;
  const isHex = /^(?:[\da-f]+|[\dA-F]+)$/.test(parts.join(""));
  return (
    entropyOf(text) >= (isHex ? MIN_HEX_ENTROPY : MIN_ENTROPY) &&
    oddShareOf(parts) >= (isHex ? MIN_HEX_ODD_SHARE : MIN_ODD_SHARE)
  );
}

function isLong(part: string): boolean {
  return part.length >= MIN_PART_CHARACTERS;
}

const PART_END = /[^A-Za-z0-9]|%[0-9A-Fa-f]{2}/;

/** The Shannon entropy of the characters. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The share of pairs of letters and digits that words do not have. */
function oddShareOf(parts: readonly string[]): number {
  let pairs = 0;
  let odd = 0;
  for (const part of parts) {
    for (let index = 1; index < part.length; index++) {
      pairs += 1;
      if (isOddPair(part[index - 1] as string, part[index] as string)) odd += 1;
    }
  }
  return odd / Math.max(pairs, 1);
}

function isOddPair(one: string, other: string): boolean {
  const digits = Number(isDigit(one)) + Number(isDigit(other));
  if (digits > 0) return digits === 1;
  const isHump = one >= "a" && other < "a";
  return isHump || !COMMON_PAIRS.has((one + other).toLowerCase());
}

/** Whether a text has more odd pairs than words have. */
export function isOddText(text: string): boolean {
  return oddShareOf(text.split(PART_END)) >= MIN_ODD_SHARE;
}

function isDigit(character: string): boolean {
  return character <= "9";
}
