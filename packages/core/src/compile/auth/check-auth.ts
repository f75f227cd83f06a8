// All `auth` blocks of a config → what has no effect in them, and names that disagree.

import {
  configPathToText,
  createProblem,
  type IsIncomplete,
  isBuiltInRoute,
  type Report,
} from "../../base/index.ts";
import type { AuthInput, Mapping, MappingAuth } from "../../config/index.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

/** What an `auth` checks, as far as keys of its own belong to it. */
type AuthFamily = "signature" | "jwt" | "sns" | "other";

type Keys = readonly (keyof AuthInput)[];

const TOKEN_KEYS: Keys = [
  "issuer",
  "audience",
  "claims",
  "bodyHashClaim",
  "baseUrl",
  "email",
  "algorithms",
];

const SNS_KEYS: Keys = ["topics", "confirm", "signatureVersion"];

const SIGNATURE_KEYS: Keys = ["signature", "encoding", "signed", "timestamp", "query", "json"];

/** What is written and not looked at would be believed to protect. */
const WITHOUT_EFFECT: Readonly<Record<AuthFamily, Keys>> = {
  signature: [...TOKEN_KEYS, ...SNS_KEYS],
  jwt: [...SIGNATURE_KEYS, ...SNS_KEYS],
  sns: [...SIGNATURE_KEYS, ...TOKEN_KEYS],
  other: [...TOKEN_KEYS, ...SNS_KEYS],
};

export function checkAuthEffects(auth: WrittenAuth, family: AuthFamily): void {
  for (const key of WITHOUT_EFFECT[family]) {
    if (auth.input[key] !== undefined) reportWithoutEffect(auth, key);
  }
}

export function reportWithoutEffect(auth: WrittenAuth, key: keyof AuthInput): void {
  const message = `"${key}" has no effect on what this auth checks.`;
  const hint = "Remove it, or write the provider or scheme to which it belongs.";
  const severity = "warning";
  reportAuth(auth, { code: "field_without_effect", at: [key], message, hint, severity });
}

const URL = /^https?:\/\/[^\s/?#]+[^\s#]*$/i;

/** The URLs whose paths are compared with what a token binds. */
export function checkUrls(auth: WrittenAuth): boolean {
  const wrong = (["publicUrl", "baseUrl"] as const).find((key) => {
    const url = auth.input[key];
    return url !== undefined && !URL.test(url.trim());
  });
  if (wrong === undefined) return true;
  const message = `"${wrong}" is no URL.`;
  const hint = `Write the whole URL: "${wrong}": "https://hooks.example.com/app".`;
  reportAuth(auth, { code: "invalid_value", at: [wrong], message, hint });
  return false;
}

/** No user, no port in words, no fragment: what every reader of URLs understands in the same way. */
const HTTPS =
  /^https:\/\/[a-z\d.-]+(?::\d{1,5})?(?:\/[\w.~%!$&'()*+,;=:@/-]*)?(?:\?[\w.~%!$&'()*+,;=:@/-]*)?$/i;

/** Keys over a line that anybody can change would be anybody's keys. */
export function checkJwksUrl(auth: WrittenAuth, jwks: string): boolean {
  if (HTTPS.test(jwks)) return true;
  const message = '"jwks" is no HTTPS URL.';
  const hint = 'Write the whole URL: "jwks": "https://login.example.com/.well-known/jwks.json".';
  reportAuth(auth, { code: "invalid_value", at: ["jwks"], message, hint });
  return false;
}

/** A name with the `auth` of all its mappings, and the first of these. */
export interface NamedAuth {
  readonly name: string;
  readonly auth: MappingAuth;
  readonly mapping: Mapping;
}

/** All mappings → one `auth` for each name; what contradicts that is reported. */
export function checkAuthNames(
  mappings: readonly Mapping[],
  isIncomplete: IsIncomplete,
  report: Report,
): readonly NamedAuth[] {
  const first = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const { path } = mapping.match;
    // Of an auth or a match with something wrong in it, enough is reported already.
    if (isIncomplete(mapping.configPath, ["auth", "match"])) continue;
    if (path === undefined || isBuiltInRoute(path)) {
      if (mapping.auth !== undefined) reportMisplaced(mapping, report);
      continue;
    }
    const earlier = first.get(path);
    if (earlier === undefined) first.set(path, mapping);
    else if (!isSameAuth(earlier.auth, mapping.auth)) reportConflict(earlier, mapping, report);
  }
  return [...first].flatMap(([name, mapping]) =>
    mapping.auth === undefined ? [] : [{ name, auth: mapping.auth, mapping }],
  );
}

function reportMisplaced({ id, match, configPath }: Mapping, report: Report): void {
  const isRoute = match.path !== undefined;
  const message = isRoute
    ? `Mapping "${id}" has an auth, but "${match.path}" is a built-in route, which the hook token opens.`
    : `Mapping "${id}" has an auth, but no match.path: it would take events of many names.`;
  const hint = isRoute
    ? "Choose another name, also in the sender's URL."
    : 'Write "match": { "path": … } with the name that the sender posts to.';
  report(createProblem("auth_misplaced", [...configPath, "auth"], message, { hint }));
}

/** Events would be authenticated by one and resolved by the other. */
function reportConflict(
  earlier: Mapping,
  { id, match, configPath }: Mapping,
  report: Report,
): void {
  const other = configPathToText(earlier.configPath);
  const message = `Mapping "${id}" takes the name "${match.path}" with another auth than ${other}.`;
  const hint = "All mappings of a name have the same auth: copy it, or choose another name.";
  report(createProblem("auth_conflict", [...configPath, "auth"], message, { hint }));
}

function isSameAuth(one: MappingAuth | undefined, other: MappingAuth | undefined): boolean {
  return JSON.stringify(sorted(one?.written)) === JSON.stringify(sorted(other?.written));
}

/** The order in which keys are written means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
