// An action → the request to /wake or /agent that asks another gateway for it.
import type { Action } from "@hookwright/core";

export interface GatewayRequest {
  readonly path: "/wake" | "/agent";
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The text goes as it would go to an agent: fenced. `sessionMode`, `parts` and `untrustedText` have no field in these
 * requests and stay behind.
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
