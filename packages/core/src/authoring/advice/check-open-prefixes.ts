// The prefixes of session keys → a warning where they allow every key.

import { createProblem, type Report } from "../../model/index.ts";
import { isOpen, type SessionKeyPolicy } from "../../serving/resolve/index.ts";
import type { CodeRows } from "./code-row.ts";

export const CODES: CodeRows = {
  session_prefix_open: {
    meaning: "The list of session key prefixes allows every key.",
    level: "hooks",
    wrong: "allowedSessionKeyPrefixes: []",
    right: 'allowedSessionKeyPrefixes: ["hook:"]',
    say: "An empty list lets a sender choose any conversation of the gateway.",
  },
};

export function checkOpenPrefixes(policy: SessionKeyPolicy, report: Report): void {
  if (!isOpen(policy)) return;
  const path = ["hooks", "allowedSessionKeyPrefixes"];
  const message =
    "hooks.allowedSessionKeyPrefixes allows every session key: a sender can choose a session of the gateway's own.";
  const hint = 'Write ["hook:"], or leave it out: keys are then put under "hook:".';
  report(createProblem("session_prefix_open", path, message, { severity: "warning", hint }));
}
