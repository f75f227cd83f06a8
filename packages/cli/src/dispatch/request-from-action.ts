// An action → the request to /wake or /agent of another gateway.
import type { Action } from "@hookwright/core";

interface GatewayRequest {
  readonly path: "/wake" | "/agent";
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Sends the text fenced, as an agent would get it. These requests have no fields for `parts` and
 * `untrustedText`, so they are left out.
 */
export function requestFromAction(action: Action): GatewayRequest {
  const { kind, parts: _parts, untrustedText: _outside, ...body } = action;
  return { path: kind === "wake" ? "/wake" : "/agent", body };
}
