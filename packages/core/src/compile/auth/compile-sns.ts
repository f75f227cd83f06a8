// An `auth` of Amazon SNS → how its messages are checked, and its confirmations answered; what is wrong is reported.

import type { RouteAuth } from "@hookwright/signatures/internal";
import {
  createCertificateKeys,
  createSnsHandshake,
  SNS_CERTIFICATE_NAME,
  SNS_TOPIC,
  verifySns,
} from "@hookwright/signatures/internal";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";
import { checkAuthEffects } from "./check-auth-effects.ts";
import { needKeyService } from "./key-service.ts";

export type SnsRoute = Pick<
  RouteAuth,
  "kind" | "needsBody" | "check" | "secretPlaces" | "handshake"
>;

/** Whoever has them can end the subscription, or confirm one. */
const CAPABILITIES = ["UnsubscribeURL", "SubscribeURL", "Token"];

export function compileSns(auth: WrittenAuth): SnsRoute | undefined {
  const { confirm = false, toleranceSeconds } = auth.input;
  const signatureVersion = auth.input.signatureVersion === 1 ? 1 : 2;
  checkAuthEffects(auth, "sns");
  const topics = readTopics(auth);
  const service = needKeyService(auth);
  if (topics === undefined || service === undefined) return undefined;
  const algorithm = signatureVersion === 1 ? "rsa-sha1" : "rsa-sha256";
  const { crypto } = auth.context;
  const name = SNS_CERTIFICATE_NAME;
  const findCertificate = createCertificateKeys({ service, crypto, algorithm, name });
  const rules = { topics, signatureVersion } as const;
  const check = { ...rules, findCertificate, toleranceSeconds };
  return {
    kind: "message",
    needsBody: true,
    check: (request) => verifySns(check, request),
    secretPlaces: { headers: [], query: [], body: CAPABILITIES },
    handshake: createSnsHandshake({ ...rules, service: confirm ? service : undefined }),
  };
}

function readTopics(auth: WrittenAuth): readonly string[] | undefined {
  const { topics } = auth.input;
  const hint = 'Write "topics": ["arn:aws:sns:eu-central-1:123456789012:name"].';
  if (topics === undefined) {
    const message =
      "The auth names no topic, and everybody can send messages of a topic of their own.";
    return reportAuth(auth, { code: "auth_incomplete", at: ["topics"], message, hint });
  }
  const trimmed = topics.map((topic) => topic.trim());
  const index = trimmed.findIndex((topic) => !SNS_TOPIC.test(topic));
  if (index === -1) return trimmed;
  const message = `"${trimmed[index]}" is not the ARN of a topic.`;
  return reportAuth(auth, { code: "invalid_value", at: ["topics", index], message, hint });
}
