// The plan of a handshake, and the secrets of its `auth` → what answers its requests.
import { runtimeTimer } from "@hookwright/base";
import type { AuthPlan, HandshakePlan, MessagePlan } from "../../auth-plan.ts";
import type { RouteHandshake } from "../../model.ts";
import { createEcho, createHandshake, needsVerifyToken } from "../create-handshake.ts";
import { createSnsHandshake } from "../message/verify-sns.ts";
import { type HandshakeKeys, type Linking, readSecrets } from "./linking.ts";

export function linkHandshake(
  plan: AuthPlan,
  linking: Linking,
  keys: HandshakeKeys = { secrets: [], signedPrefixes: [] },
): { readonly handshake?: RouteHandshake } {
  const { handshake, publicUrl } = plan;
  if (handshake === undefined) return {};
  switch (handshake.name) {
    case "echo":
      return { handshake: createEcho(handshake.echo) };
    case "sns":
      return { handshake: linkSnsHandshake(plan as SnsPlan, linking) };
    default: {
      const { name, method } = handshake;
      const token = readVerifyToken(handshake, linking);
      if (needsVerifyToken(name) && token === undefined) return {};
      const { crypto } = linking.ports;
      const created = createHandshake(name, { ...keys, crypto, verifyToken: token, publicUrl });
      return { handshake: method === undefined ? created : { ...created, methods: [method] } };
    }
  }
}

type SnsPlan = Extract<MessagePlan, { readonly message: "sns" }>;

function linkSnsHandshake(
  { topics, signatureVersion, confirms }: SnsPlan,
  { ports: { keys, timer = runtimeTimer } }: Linking,
): RouteHandshake {
  const service = confirms && keys !== undefined ? { port: keys, timer } : undefined;
  return createSnsHandshake({ topics, signatureVersion, service });
}

/** It may be short, unlike other secrets, and is kept out of logs like them. */
function readVerifyToken(
  { verifyToken: planned }: Extract<HandshakePlan, { readonly verifyToken?: unknown }>,
  linking: Linking,
): string | undefined {
  const [token] = planned === undefined ? [] : readSecrets([planned], "publicKey", linking);
  if (token !== undefined) linking.ports.keepSecret?.(token.text);
  return token?.text;
}
