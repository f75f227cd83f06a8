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

const PERSON =
  /^(?:first_?name|last_?name|given_?name|family_?name|login|user_?name|email|phone|address|street|zip|city|ip)$/;

/** Labels, repositories and products also have names. */
const NAME = /^(?:name|full_name|display_name|real_name)$/;

/** Parts of a person's name, below `name`. */
const NAME_PART = /^(?:first|middle|last|given|family)$/;

/** Next to these keys, a name is a person's. */
const BESIDE_NAME = /^(?:email|login|first_?name|user_?name)$/;

/** Below these, a name is a person's: `repo_owner`, `users`. */
const ABOVE_NAME = /(?:^|_)(?:user|sender|author|owner|customer|contact)s?$/;

/** Below these, a name is a thing's, even if a person has the same name. */
const THING = /(?:^|_)(?:repository|repositories|repos?|projects?|labels?)$/;

const TEXT = /^(?:body|description|comment|message|text|html|snippet|title)$/;

/** Values of these keys are words of the sender, even if a person has such a name. */
const WORD = /(?:^|_)(?:action|type|event|topic|state|status|kind|ref|branch)$/;

/** Also words of the sender; but branches often contain names of people. */
const BRANCH = /(?:^|_)(?:ref|branch)$/;

/** Values of these keys grant no access. */
const ID =
  /(?:^|_)(?:ids?|uid|uuid|guid|oid|sha\d*|shasum|md5|checksum|digest|delivery|(?:dedup|dedupe|idempotency|incident)_key)$|^content_type$/;

/** Values of these keys may be commits. */
const COMMIT = /(?:^|_)(?:before|after|head|base|ref|hash|commits?|revision)$/;

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

/** What the name of a key says about its value. */
interface KeyFacts {
  readonly isSecret: boolean;
  /** A credential, also by a name that only URL parameters have. */
  readonly isSecretParameter: boolean;
  readonly isPerson: boolean;
  readonly isName: boolean;
  readonly isNamePart: boolean;
  /** Names next to it are names of persons. */
  readonly isBesideName: boolean;
  /** Names below it are names of persons. */
  readonly isAboveName: boolean;
  /** Names below it are names of things. */
  readonly isThing: boolean;
  readonly isText: boolean;
  readonly isWord: boolean;
  readonly isBranch: boolean;
  readonly isId: boolean;
  readonly isCommit: boolean;
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
  return {
    isSecret,
    isSecretParameter: isSecret || PARAMETER.test(key),
    isPerson: PERSON.test(name),
    isName: NAME.test(name),
    isNamePart: NAME_PART.test(name),
    isBesideName: BESIDE_NAME.test(name),
    isAboveName: ABOVE_NAME.test(name),
    isThing: THING.test(name),
    isText: TEXT.test(name),
    isWord: WORD.test(name),
    isBranch: BRANCH.test(name),
    isId: ID.test(name),
    isCommit: COMMIT.test(name),
  };
}
