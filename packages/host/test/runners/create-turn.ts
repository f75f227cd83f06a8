// Some fields → a turn, for tests of runners.
import type { TurnRequest } from "../../src/model/turn.ts";

export function createTurn(some: Partial<TurnRequest> = {}): TurnRequest {
  return {
    id: "run-1",
    attempt: 1,
    interrupted: false,
    deadline: 600_000,
    reason: "run",
    agentId: "main",
    sessionKey: "hook:ci",
    mappingId: "ci",
    history: [],
    message: "The build is red.",
    parts: [{ kind: "untrusted", text: "The build is red.", source: 'webhook "ci"' }],
    tainted: true,
    ...some,
  };
}
