// The name of a key → the kind of its value: a secret, a fact about a person, an id, free text, or unknown.

/** `apiKey`, `API-Key` and `api key` are one name. */
function normalize(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");
}

const SECRET =
  /(?:^|_)(?:passwords?|passwd|pwd|passphrase|secrets?|tokens?|(?:api|access|account|auth)_?keys?|credentials?|authorization|cookies?|sessions?|signatures?|private_?keys?|client_?secret|otp|pin|cvv|jwt)(?:_|$)|(?:password|passwd|passphrase|secret|token|apikey|accesskey|signature)$/;

/** These describe a secret: `token_type`, `signature_requirement_level`. */
const ABOUT_SECRET = /_(?:level|count|type|version|seconds|at|in|enabled|required)$/;

/** What the name of a key says about its value. */
type KeyFact =
  | "isPerson"
  | "isName"
  | "isNamePart"
  | "isBesideName"
  | "isAboveName"
  | "isThing"
  | "isText"
  | "isWord"
  | "isBranch"
  | "isId"
  | "isCommit";

const PATTERNS: Readonly<Record<KeyFact, RegExp>> = {
  isPerson:
    /^(?:first_?name|last_?name|given_?name|family_?name|login|user_?name|email|phone|address|street|zip|city|ip)$/,
  /** Labels, repositories and products also have names. */
  isName: /^(?:name|full_name|display_name|real_name)$/,
  /** Parts of a person's name, below `name`. */
  isNamePart: /^(?:first|middle|last|given|family)$/,
  /** Next to these keys, a name is a person's. */
  isBesideName: /^(?:email|login|first_?name|user_?name)$/,
  /** Below these, a name is a person's: `repo_owner`, `users`. */
  isAboveName: /(?:^|_)(?:user|sender|author|owner|customer|contact)s?$/,
  /** Below these, a name is a thing's, even if a person has the same name. */
  isThing: /(?:^|_)(?:repository|repositories|repos?|projects?|labels?)$/,
  isText: /^(?:body|description|comment|message|text|html|snippet|title)$/,
  /** Values of these keys are words of the sender, even if a person has such a name. */
  isWord: /(?:^|_)(?:action|type|event|topic|state|status|kind|ref|branch)$/,
  /** Also words of the sender; but branches often contain names of people. */
  isBranch: /(?:^|_)(?:ref|branch)$/,
  /** Values of these keys grant no access. */
  isId: /(?:^|_)(?:ids?|uid|uuid|guid|oid|sha\d*|shasum|md5|checksum|digest|delivery|(?:dedup|dedupe|idempotency|incident)_key)$|^content_type$/,
  /** Values of these keys may be commits. */
  isCommit: /(?:^|_)(?:before|after|head|base|ref|hash|commits?|revision)$/,
};

/** Parameters of URLs that are credentials. */
const PARAMETERS = [
  "token",
  "key",
  "sig",
  "signature",
  "code",
  "auth",
  "otp",
  "pwd",
  "pass",
  "jwt",
  "ticket",
  "session",
  "sid",
  "x[-_]amz[-_][\\w-]{1,40}",
  "x[-_]goog[-_](?:signature|credential)",
].join("|");

const PARAMETER = new RegExp(`^(?:${PARAMETERS})$`, "i");

/** A parameter within a URL, and its value. */
export const URL_PARAMETER: RegExp = new RegExp(
  `[?&](?:${PARAMETERS})=(?<value>[^\\s&#"'<>]+)`,
  "dgi",
);

interface KeyFacts extends Readonly<Record<KeyFact, boolean>> {
  readonly isSecret: boolean;
  /** A credential, also by a name that only URL parameters have. */
  readonly isSecretParameter: boolean;
}

export type DescribeKey = (key: string) => KeyFacts;

/** Events repeat their keys. Attack: a sender with new or long keys in each event must not fill the memory. */
const MAX_KNOWN_KEYS = 2_000;
const MAX_KNOWN_CHARACTERS = 1_000_000;

export function createKeyReader(): DescribeKey {
  const known = new Map<string, KeyFacts>();
  let characters = 0;
  return (key) => {
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    characters += key.length;
    if (known.size >= MAX_KNOWN_KEYS || characters > MAX_KNOWN_CHARACTERS) {
      known.clear();
      characters = key.length;
    }
    const facts = describeKey(key);
    known.set(key, facts);
    return facts;
  };
}

function describeKey(key: string): KeyFacts {
  const name = normalize(key);
  const isSecret = SECRET.test(name) && !ABOUT_SECRET.test(name);
  const facts = Object.entries(PATTERNS).map(([fact, pattern]) => [fact, pattern.test(name)]);
  return {
    ...(Object.fromEntries(facts) as Record<KeyFact, boolean>),
    isSecret,
    isSecretParameter: isSecret || PARAMETER.test(key),
  };
}
