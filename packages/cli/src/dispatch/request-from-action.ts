// An action → the request to /wake or /agent of another gateway.
import type { Action } from "@hookwright/core";

export interface GatewayRequest {
  readonly path: "/wake" | "/agent";
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Sends the text fenced, as an agent would get it. These requests have no fields for `sessionMode`,
 * `parts` and `untrustedText`, so they are left out.
 */
export function requestFromAction(action: Action): GatewayRequest {
  if (action.kind === "wake") {
    return { path: "/wake", body: { text: action.text, mode: action.mode } };
  }
  const {
    kind: _kind,
    sessionMode: _sessionMode,
    parts: _parts,
    untrustedText: _outside,
    ...body
  } = action;
  return { path: "/agent", body };
}
