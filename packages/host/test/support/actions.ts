// A few fields → complete actions, and what the ingress says about them.
import type { AgentAction, DeliverAction, WakeAction } from "@hookwright/core";
import type { DispatchContext } from "@hookwright/core/ingress";

export function agentAction(fields: Partial<AgentAction> = {}): AgentAction {
  const { message = "Look at this." } = fields;
  return {
    kind: "agent",
    message,
    parts: [{ kind: "trusted", text: message }],
    untrustedText: "",
    name: "CI",
    sessionKey: "hook:ci",
    wakeMode: "next-heartbeat",
    deliver: false,
    channel: "last",
    ...fields,
  };
}

export function wakeAction(fields: Partial<WakeAction> = {}): WakeAction {
  const { text = "The build is red." } = fields;
  return {
    kind: "wake",
    text,
    parts: [{ kind: "trusted", text }],
    untrustedText: "",
    mode: "now",
    ...fields,
  };
}

export function deliverAction(fields: Partial<DeliverAction> = {}): DeliverAction {
  const { text = "The deploy is done." } = fields;
  return {
    kind: "deliver",
    text,
    parts: [{ kind: "trusted", text }],
    untrustedText: "",
    channel: "telegram",
    to: "42",
    markup: false,
    summary: false,
    ...fields,
  };
}

export function contextOf(fields: Partial<DispatchContext> = {}): DispatchContext {
  return {
    runId: "run-1",
    requestId: "request-1",
    provider: undefined,
    idempotencyKey: undefined,
    idempotencyTtlSeconds: undefined,
    deliveryId: undefined,
    deliveryIdFrom: undefined,
    index: undefined,
    mappingId: "ci",
    name: "ci",
    taintedFields: [],
    headers: {},
    remoteAddress: undefined,
    receivedAt: 0,
    signal: new AbortController().signal,
    context: undefined,
    ...fields,
  };
}
