// The result of a check → sentences: why a request is refused, what would have passed, and what else to check.

import type { AuthRequest, RouteAuth } from "@hookwright/core";
import { describeAuthFailure } from "@hookwright/core/ingress";
import type { CapturedRequest } from "@hookwright/samples/senders";
import type {
  CheckExplanation,
  Guess,
  Sha1Trace,
  SignatureScheme,
  SignatureTrace,
  TimeTrace,
} from "@hookwright/signatures";

export function reasonsOf(result: CheckResult): readonly string[] {
  const { code, signature } = result.explanation;
  if (code === undefined) return [];
  return [
    describeAuthFailure(code),
    ...(signature === undefined ? [] : signatureReasons(result, signature)),
    ...(result.request.method === "POST" ? [] : ["Hooks accept POST requests, and handshakes."]),
  ];
}

function signatureReasons(result: CheckResult, trace: SignatureTrace): readonly string[] {
  const { explanation, request, rightDecompressed } = result;
  const { guesses, otherHeaders, time, candidates, scheme, sha1, looks } = trace;
  const isRight = candidates.some(({ matches }) => matches.includes(true));
  const isFound = guesses.length > 0 || rightDecompressed !== undefined;
  return [
    ...otherHeaders.map(
      ({ name, providers }) =>
        `It has the header ${name}, which these send: ${providers.join(", ")}.`,
    ),
    ...(sha1 === undefined ? [] : [describeSha1(sha1)]),
    ...(time?.code === undefined ? [] : timeReasons(time, { isRight, request })),
    ...guesses.map((guess) => describeGuess(guess, trace)),
    ...(isFound || sha1 !== undefined ? [] : missingReasons(result, trace)),
    ...(rightDecompressed === undefined ? [] : [describeDecompressed(rightDecompressed)]),
    ...(explanation.code === "signature_wrong" && isRight ? [SIGNED_BY_HANDSHAKE] : []),
    ...(isFound ? [] : looksToReasons(looks)),
    ...(isFound || !isWrong(trace) ? [] : [scheme.scheme === "hmac" ? LEFT : LEFT_OF_KEYS]),
  ];
}

/** Whether something was compared, and no secret is right. */
function isWrong({ candidates, sha1 }: SignatureTrace): boolean {
  const all = [...candidates.map(({ matches }) => matches), sha1?.matches ?? []].flat();
  return all.length > 0 && !all.includes(true);
}

interface TimeContext {
  /** Whether a signature is. */
  readonly isRight: boolean;
  readonly request: CheckResult["request"];
}

function timeReasons(time: TimeTrace, { isRight, request }: TimeContext): readonly string[] {
  const unit = time.unit === "s" ? "milliseconds" : "seconds";
  return [
    ...(isRight ? [RIGHT_BUT_FOR_ITS_TIME] : []),
    ...(isOtherUnit(time, request.receivedAt)
      ? [`The timestamp is near in ${unit}: the sender writes another unit.`]
      : []),
  ];
}

function describeSha1({ header, missing, matches }: Sha1Trace): string {
  const dropped = `${missing} is missing, and ${header} is there, which is SHA-1: GitHub and Meta send both, so a proxy or the tool that saved the request has dropped one. Let ${missing} through: SHA-1 alone is not accepted.`;
  const right = matches.indexOf(true);
  if (right !== -1) {
    return `${dropped} The SHA-1 is right under secret ${right + 1}, so the secret and the body are right, too.`;
  }
  return matches.length === 0 ? dropped : `${dropped} The SHA-1 is wrong, too.`;
}

function describeDecompressed(coding: string): string {
  return `It is right for the body without its compression (${coding}): it was signed before something compressed it. Where the sender does so, write "signed": "{body:decoded}" into the auth; where something on the way does, let it arrive uncompressed, and without Content-Encoding.`;
}

/** Observations about the body that need not be errors. */
function looksToReasons(looks: readonly string[]): readonly string[] {
  if (looks.length === 0) return [];
  return [
    `Of the body as it was saved: ${looks.join("; ")}. Its sender may have written it so, or it was changed on its way.`,
  ];
}

const RIGHT_BUT_FOR_ITS_TIME =
  "The signature is right, and only the time is wrong: --at checks with another time.";

const SIGNED_BY_HANDSHAKE =
  "The signature is right, but the handshake of this sender signs such a text for anybody.";

/** The vendor may be right, and the header lost. */
function missingReasons(
  { explanation: { code } }: CheckResult,
  { headers, otherHeaders }: SignatureTrace,
): readonly string[] {
  const isMissing = code === "signature_missing" || code === "timestamp_missing";
  if (!isMissing || otherHeaders.length > 0) return [];
  const names = headers.filter(({ value }) => value === undefined).map(({ name }) => name);
  if (names.length === 0) return [];
  const [verb, pronoun] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  return [
    `If the sender writes ${names.join(" and ")}, which ${verb} missing, a proxy or the tool that saved the request has removed ${pronoun}: let ${pronoun} through.`,
  ];
}

const LEFT =
  "No usual change of the body and no other form of the secret makes it right. One request cannot tell the rest: the secret may belong to another endpoint, or to the test mode instead of the live mode; the signature may be that of another delivery; or the body was changed in a way that cannot be undone, such as sorted keys, numbers written again, or bytes replaced by U+FFFD.";

const LEFT_OF_KEYS =
  "One request cannot tell the rest: the public key may belong to another application, or the body was changed in another way.";

function describeGuess(guess: Guess, trace: SignatureTrace): string {
  return guess.fix === "token"
    ? `${upperFirst(guess.what)} has the secret itself: this sender sends a token and signs nothing. Choose the provider that sends such a token, or write "token" and "header" in the auth.`
    : `It is right for ${guess.what}: ${advise(guess, trace)}`;
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function advise(guess: Guess, { keyFrom, scheme }: SignatureTrace): string {
  switch (guess.fix) {
    case "capture":
      return "what was captured is not what was signed. Keep the bytes as they arrive, before anything parses or saves them.";
    case "publicUrl":
      return "write that as publicUrl, or correct the URL at the sender.";
    case "query":
      return "the query of the request differs from the signed one, which no publicUrl can fix. Let the proxy pass the query unchanged.";
    case "header":
      return "something on the way renamed or changed the header. Let it through as the sender writes it.";
    case "provider":
      return `write "provider": "${guess.providers?.[0]}", or the option --provider.`;
    case "white-space":
      return "white space around a secret is cut off here. Set it again at the sender, without it.";
    default:
      return adviseKey(guess, { keyFrom, form: scheme.key });
  }
}

interface KeyInUse {
  readonly keyFrom: string | undefined;
  readonly form: SignatureScheme["key"];
}

/** Our data about vendors' keys may be wrong, so the sentence blames neither side. */
function adviseKey({ fix, key = "utf8" }: Guess, { keyFrom, form }: KeyInUse): string {
  const beside = keyFrom === undefined ? "in the auth" : `beside "provider": "${keyFrom}"`;
  const steps = [
    ...(key === form ? [] : [`write "key": "${key}" ${beside}`]),
    ...(fix === "key-without-prefix" ? ["write the secret without whsec_"] : []),
    ...(fix === "key-as-base64" ? ["write the secret again as base64"] : []),
  ].join(" and ");
  const may =
    key === form ? "the key may be a part of it" : `the key may be ${READ[key]}, not ${READ[form]}`;
  const then =
    keyFrom === undefined ? steps : `${steps}, and tell us, because our data may be wrong`;
  return `${may}. Then ${then}. Or the secret has another form here than at the sender: copy it again.`;
}

const READ: Readonly<Record<SignatureScheme["key"], string>> = {
  utf8: "the text",
  base64: "base64",
  hex: "hexadecimal",
  whsec: "base64 behind whsec_",
  sha1: "the SHA-1 of the text",
  "raw-hex": "hexadecimal",
  "raw-base64": "base64",
  whpk: "base64 behind whpk_",
  spki: "PEM",
};

/** A day: a wrong unit is off by decades. */
const NEAR_MS = 86_400_000;

function isOtherUnit({ text, unit }: TimeTrace, receivedAt: number): boolean {
  const number = Number(text);
  return Math.abs((unit === "s" ? number : number * 1000) - receivedAt) < NEAR_MS;
}

export interface CheckResult {
  readonly title: string;
  readonly request: AuthRequest;
  readonly captured: CapturedRequest;
  readonly judgedBy: string;
  /** SHA-256 in hexadecimal. */
  readonly bodyHash: string;
  readonly lengthNotes: readonly string[];
  /** Whether `Content-Encoding` fits the body. */
  readonly encodingNotes: readonly string[];
  /** The content coding without which the signature is right, if there is one. */
  readonly rightDecompressed: string | undefined;
  readonly kind: RouteAuth["kind"];
  readonly explanation: CheckExplanation;
}

export type Row = readonly [label: string, text: string];
