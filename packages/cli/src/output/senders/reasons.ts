// The result of a check → sentences: why a request is refused, what would have passed, and what is left to look at.
import type { Guess, SignatureTrace, TimeTrace } from "@hookwright/core/auth";
import { describeAuthFailure } from "@hookwright/core/ingress";
import type { CheckResult } from "./check-result.ts";

export function reasonsOf(result: CheckResult): readonly string[] {
  const { code, signature } = result.explanation;
  if (code === undefined) return [];
  return [
    describeAuthFailure(code),
    ...(signature === undefined ? [] : signatureReasons(result, signature)),
    ...(result.request.method === "POST" ? [] : ["Hooks accept POST requests, and handshakes."]),
  ];
}

function signatureReasons(
  { explanation: { code }, request }: CheckResult,
  { guesses, otherHeaders, time, candidates, scheme }: SignatureTrace,
): readonly string[] {
  const isRight = candidates.some(({ matches }) => matches.includes(true));
  const isWrong = candidates.some(({ matches }) => matches.length > 0) && !isRight;
  return [
    ...otherHeaders.map(
      ({ name, providers }) =>
        `It has the header ${name}, which these send: ${providers.join(", ")}.`,
    ),
    ...(time?.code !== undefined && isRight ? [RIGHT_BUT_FOR_ITS_TIME] : []),
    ...(time?.code !== undefined && isOtherUnit(time, request.receivedAt)
      ? [
          `The time stamp is near in ${time.unit === "s" ? "milliseconds" : "seconds"}: the sender writes another unit.`,
        ]
      : []),
    ...guesses.map((guess) => `It is right for ${guess.what}: ${ADVICE[guess.of]}`),
    ...(code === "signature_wrong" && isRight ? [SIGNED_BY_HANDSHAKE] : []),
    ...(isWrong && guesses.length === 0 ? [scheme.scheme === "hmac" ? LEFT : LEFT_OF_KEYS] : []),
  ];
}

const RIGHT_BUT_FOR_ITS_TIME =
  "The signature is right, so that only the time stands against it: --at judges by another time.";

const SIGNED_BY_HANDSHAKE =
  "The signature is right, but the handshake of this sender signs such a text for everybody.";

const LEFT =
  "No usual change of the body and no other form of the secret makes it right. The secret may be that of another endpoint, or of the test mode in place of the live mode: nobody can tell that from here. Or the body was changed in another way.";

const LEFT_OF_KEYS =
  "The public key may be that of another application. Or the body was changed in another way.";

const ADVICE: Readonly<Record<Guess["of"], string>> = {
  body: "what was captured is not what was signed. Keep the bytes as they arrive, before anything parses or saves them.",
  secret: "write the secret in that form, or set it anew at the sender.",
  url: "write that as publicUrl, or correct the URL at the sender.",
};

/** A day: near enough for a mistaken unit, which is wrong by decades. */
const NEAR_MS = 86_400_000;

function isOtherUnit({ text, unit }: TimeTrace, receivedAt: number): boolean {
  const number = Number(text);
  return Math.abs((unit === "s" ? number : number * 1000) - receivedAt) < NEAR_MS;
}
