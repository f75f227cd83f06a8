// A message of Amazon SNS that is proven → the answer to one that is about the subscription, and no event.

import { fetchDocument, type KeyService } from "../keys/fetch-document.ts";
import type { AuthRequest, HandshakeAnswer, RouteHandshake } from "../model.ts";
import { readSns, type SnsRules } from "./read-sns.ts";

interface SnsConfirmation extends SnsRules {
  /** Undefined where the config does not ask for it. */
  readonly service: KeyService | undefined;
}

/**
 * SNS repeats what is not answered by a 2xx, so a subscription that is not confirmed is accepted all the
 * same. `UnsubscribeURL` is not signed, and never followed.
 */
export function createSnsHandshake(rules: SnsConfirmation): RouteHandshake {
  return {
    name: "sns",
    methods: [],
    isSigned: true,
    wouldSign: () => false,
    answer: (request) => answerSns(request, rules),
  };
}

async function answerSns(
  request: AuthRequest,
  rules: SnsConfirmation,
): Promise<HandshakeAnswer | undefined> {
  const read = readSns(request, rules);
  if (!read.ok || read.message.type === "Notification") return undefined;
  const { topic, subscribeUrl } = read.message;
  if (subscribeUrl === undefined) {
    return accepted(`The subscription to ${topic} has ended, by a request to AWS.`);
  }
  if (rules.service === undefined) {
    return accepted(
      `The subscription to ${topic} waits for its confirmation: write "confirm": true, and subscribe again.`,
    );
  }
  const fetched = await fetchDocument(subscribeUrl, rules.service);
  return fetched.ok ? accepted(`The subscription to ${topic} is confirmed.`) : NOT_CONFIRMED;
}

function accepted(detail: string): HandshakeAnswer {
  return { status: 200, headers: {}, body: "", detail };
}

const NOT_CONFIRMED: HandshakeAnswer = {
  status: 503,
  headers: { "retry-after": "30" },
  body: "",
  detail: "The subscription could not be confirmed: AWS did not answer, or refused.",
};
