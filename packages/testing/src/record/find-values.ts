// A text → the parts of it that are secrets (R4) or facts about people (R5), by their shape.
//
// Every pattern takes linear time: no two parts of one that repeat can match the same characters.
import { URL_PARAMETER } from "./key-names.ts";
import { findRandomParts, type TextRange } from "./random-text.ts";
import type { ReplacementReason } from "./replacements.ts";

interface TokenShape {
  readonly of: string;
  /** What a token begins with. Expressions here have a fixed length for each alternative. */
  readonly start: string;
  /** What follows it. */
  readonly rest: string;
}

const ALNUM = "[A-Za-z0-9]";

const WORD = "[\\w-]";

const HEX = "[A-Fa-f0-9]";

const BASE64 = "[\\w+/=-]";

const UUID = "[A-Fa-f0-9-]{36}";

const SHAPES: readonly TokenShape[] = [
  { of: "OpenAI, Anthropic, OpenRouter, DeepSeek", start: "sk-", rest: `${WORD}{16,}` },
  {
    of: "Stripe, Clerk, ElevenLabs",
    start: "(?:sk|rk|pk)_(?:(?:live|test|prod)_)?",
    rest: `${ALNUM}{8,}`,
  },
  { of: "Stripe, Svix, Standard Webhooks", start: "whsec_", rest: `${BASE64}{8,}` },
  { of: "Stripe", start: "(?:pi|seti|src|cs)_", rest: `${ALNUM}{8,}_secret_${WORD}{8,}` },
  { of: "GitHub", start: "gh[oprsu]_", rest: "\\w{16,}" },
  { of: "GitHub", start: "github_pat_", rest: "\\w{16,}" },
  {
    of: "GitLab",
    start: "gl(?:pat|cbt|dt|ffct|ft|imt|agent|oas|ptt|rt|rtr|soat|wt)-",
    rest: `${WORD}{12,}(?:\\.${ALNUM}{2,})*`,
  },
  { of: "GitLab", start: "GR1348941", rest: `${WORD}{16,}` },
  { of: "Slack", start: "xox[a-z](?:\\.xox[bp])?-", rest: `${WORD}{8,}` },
  { of: "Slack", start: "x(?:app|wfp)-", rest: `${WORD}{8,}` },
  { of: "Google", start: "AIza", rest: `${WORD}{30,}` },
  { of: "Google", start: "GOCSPX-", rest: `${WORD}{16,}` },
  { of: "Google", start: "ya29\\.", rest: "[\\w.-]{16,}" },
  { of: "Google", start: "1//0", rest: `${WORD}{20,}` },
  { of: "AWS", start: "(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)", rest: "[A-Z0-9]{12,}" },
  { of: "AWS Bedrock", start: "(?:ABSK|bedrock-api-key-)", rest: `${BASE64}{40,}` },
  { of: "npm", start: "npm_", rest: `${ALNUM}{20,}` },
  { of: "PyPI", start: "pypi-", rest: `${WORD}{40,}` },
  { of: "RubyGems", start: "rubygems_", rest: `${HEX}{32,}` },
  { of: "Clojars", start: "CLOJARS_", rest: `${ALNUM}{40,}` },
  { of: "Docker", start: "dckr_[a-z]{2,4}_", rest: `${WORD}{20,}` },
  { of: "Hugging Face", start: "(?:hf_|api_org_)", rest: `${ALNUM}{20,}` },
  { of: "Groq", start: "gsk_", rest: `${ALNUM}{20,}` },
  { of: "xAI, Perplexity", start: "(?:xai|pplx)-", rest: `${WORD}{20,}` },
  { of: "Replicate", start: "r8_", rest: `${ALNUM}{30,}` },
  { of: "LangSmith", start: "lsv2_(?:pt|sk)_", rest: "\\w{20,}" },
  { of: "SendGrid", start: "SG\\.", rest: `${WORD}{16,}\\.${WORD}{16,}` },
  { of: "Mailgun", start: "key-", rest: `${HEX}{32}` },
  { of: "Mailchimp", start: `${HEX}{32}`, rest: "-us\\d{1,2}" },
  { of: "Brevo", start: "x(?:keysib|smtpsib)-", rest: `${WORD}{32,}` },
  { of: "Resend", start: "re_", rest: `${ALNUM}{6,}_${ALNUM}{16,}` },
  { of: "Discord", start: "[MNO]", rest: `${WORD}{22,27}\\.${WORD}{6,7}\\.${WORD}{27,}` },
  { of: "DigitalOcean", start: "do[opr]_v1_", rest: `${HEX}{32,}` },
  { of: "Shopify", start: "shp[a-z]{2,3}_", rest: `${HEX}{32,}` },
  { of: "Azure, Entra ID", start: "[\\w~.]{3}\\dQ~", rest: "[\\w~.-]{24,}" },
  { of: "Azure", start: "[A-Za-z0-9+/]{86}", rest: "==" },
  { of: "Twilio", start: "SK", rest: `${HEX}{32}` },
  { of: "Square", start: "(?:EAAA|sq0[a-z]{3}-)", rest: `${WORD}{20,}` },
  { of: "Meta", start: "EAA", rest: `${ALNUM}{30,}` },
  {
    of: "Braintree",
    start: "access_token\\$(?:production|sandbox)\\$",
    rest: `${ALNUM}{10,}\\$${HEX}{32}`,
  },
  { of: "Plaid", start: "access-(?:sandbox|development|production)-", rest: UUID },
  { of: "Flutterwave", start: "FLW(?:SECK|PUBK)(?:_TEST)?-", rest: `${WORD}{12,}` },
  { of: "Shippo", start: "shippo_(?:live|test)_", rest: `${HEX}{32,}` },
  { of: "EasyPost", start: "EZ[AT]K", rest: `${ALNUM}{40,}` },
  { of: "Duffel", start: "duffel_(?:live|test)_", rest: `${BASE64}{32,}` },
  { of: "Notion", start: "(?:ntn|secret)_", rest: `${ALNUM}{32,}` },
  { of: "Linear", start: "lin_[a-z]{2,6}_", rest: `${ALNUM}{20,}` },
  { of: "Figma", start: "fig[a-z]_", rest: `${WORD}{20,}` },
  { of: "Airtable", start: "pat", rest: `${ALNUM}{14}\\.${HEX}{32,}` },
  { of: "Asana", start: "\\d/\\d{10,20}", rest: `(?:/\\d{10,20})?:${HEX}{32}` },
  { of: "Atlassian", start: "AT(?:ATT3|CTT3|BB)", rest: `${BASE64}{20,}` },
  { of: "HubSpot", start: "pat-[a-z]{2}\\d-", rest: UUID },
  { of: "Typeform, Prefect, Readme", start: "(?:tfp|pn[bu]|rdme)_", rest: `${WORD}{32,}` },
  { of: "Contentful, Frame.io", start: "(?:CFPAT|fio-u)-", rest: `${WORD}{32,}` },
  { of: "Dropbox", start: "sl\\.", rest: "[\\w.-]{60,}" },
  { of: "Sentry", start: "sntry[su]_", rest: `${BASE64}{32,}` },
  { of: "Grafana", start: "gl(?:sa|c)_", rest: `${BASE64}{32,}` },
  { of: "New Relic", start: "NR(?:AK|II|JS|RA)-", rest: `${WORD}{16,}` },
  { of: "Dynatrace", start: "dt0[a-z]\\d\\d\\.", rest: "[\\w.]{24,}" },
  { of: "Postman", start: "PMAK-", rest: `${WORD}{32,}` },
  { of: "Pulumi", start: "pul-", rest: `${HEX}{32,}` },
  { of: "Terraform", start: `${ALNUM}{14}\\.atlasv1\\.`, rest: `${WORD}{40,}` },
  { of: "Vault", start: "hv[bsr]\\.", rest: `${WORD}{20,}` },
  { of: "Doppler", start: "dp\\.[a-z]{2,5}\\.", rest: "[\\w.]{20,}" },
  { of: "Databricks", start: "dapi", rest: `${HEX}{32}(?:-\\d)?` },
  { of: "PlanetScale", start: "pscale_[a-z]{2,5}_", rest: "[\\w.=-]{24,}" },
  { of: "Supabase", start: "sb(?:p_|s_|_secret_)", rest: `${WORD}{20,}` },
  { of: "Vercel, Netlify", start: "(?:vc[a-z]|nfp)_", rest: `${WORD}{20,}` },
  { of: "Fly.io", start: "f(?:o1|m1[ar]|m2)_", rest: `${BASE64}{32,}` },
  { of: "Heroku", start: "HRKU-", rest: `${WORD}{32,}` },
  { of: "Cloudflare", start: "v1\\.0-", rest: `${HEX}{24}-${HEX}{100,}` },
  { of: "Tailscale", start: "tskey-", rest: `${WORD}{16,}` },
  { of: "CircleCI, Buildkite", start: "(?:CCIPAT|bkua)_", rest: `${WORD}{20,}` },
  { of: "SonarQube, Sourcegraph", start: "(?:sq[apu]|sgp)_", rest: "\\w{32,}" },
  { of: "Artifactory", start: "(?:AKCp|cmVmd)", rest: `${ALNUM}{50,}` },
  { of: "OpenShift", start: "sha256~", rest: `${WORD}{32,}` },
  { of: "1Password", start: "ops_eyJ", rest: `${BASE64}{40,}` },
  { of: "1Password", start: "A3-[A-Z0-9]{6}-", rest: "[A-Z0-9-]{20,}" },
  { of: "age", start: "AGE-SECRET-KEY-1", rest: "[A-Z0-9]{50,}" },
  { of: "Adobe", start: "p8e-", rest: `${ALNUM}{24,}` },
  { of: "Alibaba Cloud", start: "LTAI", rest: `${ALNUM}{12,}` },
  { of: "Yandex Cloud", start: "(?:AQVN|t1\\.)", rest: "[\\w.=-]{32,}" },
  { of: "Mapbox", start: "[ps]k\\.eyJ", rest: "[\\w.-]{20,}" },
];

/** A token begins where no word goes on; `_` goes before many in the names of files. */
const TOKEN: RegExp = new RegExp(
  `(?<![A-Za-z0-9])(?:${SHAPES.map(({ start, rest }) => `${start}${rest}`).join("|")})`,
  "dg",
);

/** The number of a bot and its key, also behind the word `bot` of its URLs. */
const TELEGRAM_TOKEN: RegExp = /(?<!\d)\d{6,12}:A[\w-]{30,}/dg;

/** Of two or three parts, or of the five of an encrypted one. */
const JWT: RegExp = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]*\.[\w-]*(?:\.[\w-]*){0,2}/dg;

/** Who knows the rest of such a URL can post there. */
const WEBHOOK_STARTS: readonly string[] = [
  "hooks\\.slack(?:-gov)?\\.com/[a-z]{3,12}/",
  "discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/",
  "(?:webhook\\.office|outlook\\.office|outlook\\.office365)\\.com/webhook(?:b2)?/",
  "hooks\\.zapier\\.com/hooks/",
  "hook\\.[a-z\\d.]{0,20}make\\.com/",
  "maker\\.ifttt\\.com/",
  "(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/",
];

const WEBHOOK_URL: RegExp = new RegExp(
  `\\b(?:${WEBHOOK_STARTS.join("|")})(?<value>[^\\s"'<>?#]+)`,
  "dgi",
);

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

interface FindOptions {
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
