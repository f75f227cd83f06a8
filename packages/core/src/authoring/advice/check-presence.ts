// The keys at the root of a config → warnings if `hooks` is missing, or if its keys are beside it.

import { findNearestName } from "@hookwright/base";
import { createProblem, type Report } from "../../model/index.ts";
import type { HooksInput } from "../config/index.ts";
import { knownKeys } from "../schema/index.ts";
import type { CodeRows } from "./code-row.ts";

export const CODES: CodeRows = {
  hooks_missing: {
    section: "files",
    meaning: "The config has no `hooks`, so nothing is served.",
    file: "hooks.yaml",
    wrong: "enabled: true\ntoken: { file: hook.token }\nmappings: []\n",
    right: "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings: []\n",
    say: "All keys of the hooks belong below `hooks`.",
  },
  hooks_misplaced: {
    section: "files",
    meaning: "A key of `hooks` is at the root of the config, where nothing reads it.",
    file: "hooks.yaml",
    wrong: "hooks:\n  enabled: true\n  token: { file: hook.token }\nmappings: []\n",
    right: "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings: []\n",
    say: "In YAML, indent the key by two spaces so that it belongs to `hooks`.",
  },
};

/** A gateway passes its whole config, even if it has no hooks: so this is a warning, unless the caller chooses otherwise. */
export function checkPresence(rootKeys: readonly string[], report: Report): void {
  const message = 'The config has no "hooks", so nothing is served.';
  const extras = { severity: "warning", hint: hintFor(rootKeys) } as const;
  report(createProblem("hooks_missing", [], message, extras));
}

/** Names that no other part of a gateway's config has at its root. */
const KEYS_OF_HOOKS = [
  "mappings",
  "transformsDir",
  "allowedAgentIds",
  "defaultSessionKey",
  "allowRequestSessionKey",
  "allowedSessionKeyPrefixes",
] as const;

/** In YAML, two spaces decide whether a key belongs to `hooks`. */
export function checkMisplaced(
  rootKeys: readonly string[],
  hooks: HooksInput,
  report: Report,
): void {
  for (const key of KEYS_OF_HOOKS) {
    if (!rootKeys.includes(key) || hooks[key] !== undefined) continue;
    const message = `"${key}" is beside "hooks", where nothing reads it.`;
    const hint = `Move it into "hooks": { … }; in YAML, indent it like "enabled".`;
    report(createProblem("hooks_misplaced", [key], message, { severity: "warning", hint }));
  }
}

function hintFor(rootKeys: readonly string[]): string {
  if (rootKeys.includes("payload") && rootKeys.includes("path")) {
    return "This is an event file: write --event in front of it, and name a config, as in hookwright explain hooks.yaml --event FILE.";
  }
  if (rootKeys.includes("madeBy") && rootKeys.includes("format")) {
    return "This is a plan, which hookwright serve and readPlan take: name the config that it was made of.";
  }
  if (rootKeys.includes("cases")) return "This is a test file: hookwright test FILE runs it.";
  const known = knownKeys(["hooks", ""]);
  const misplaced = rootKeys.filter((key) => known.includes(key));
  if (misplaced.length > 0) {
    const names = misplaced.map((key) => `"${key}"`).join(", ");
    return `Put ${names} under "hooks": { … }.`;
  }
  const misspelled = rootKeys.find((key) => findNearestName(key, ["hooks"]) !== undefined);
  if (misspelled !== undefined) return `Rename "${misspelled}" to "hooks".`;
  return 'Add "hooks": { "enabled": true, "token": "${HOOK_TOKEN}", "mappings": [ … ] }.';
}
