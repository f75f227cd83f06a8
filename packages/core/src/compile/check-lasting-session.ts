// A mapping whose sessions shall last → an error where no two of its events would share one.

import { createProblem } from "../base/index.ts";
import type { Mapping } from "../config/index.ts";
import type { CompileContext } from "./compile-context.ts";

/** Each event would begin a conversation that no other continues. A transform can still give a key. */
export function checkLastingSession(mapping: Mapping, context: CompileContext): void {
  const { configPath: path, fields, action } = mapping;
  if (fields.sessionMode !== "persistent" || action === "wake" || mapping.skip) return;
  if (mapping.transform !== undefined || context.isIncomplete(path, ["sessionKey"])) return;
  const key = fields.sessionKey ?? context.hooks.defaultSessionKey?.trim();
  if (key !== undefined && !CHANGES_ALWAYS.test(key)) return;
  const why = key === undefined ? "no session key" : "a session key with the time of the event";
  const message = `Mapping "${mapping.id}" has "sessionMode": "persistent" and ${why}, so that no two events share a session.`;
  const hint =
    'Write a "sessionKey" of what the events of one conversation have in common, such as "hook:ci:{{branch}}".';
  const code = key === undefined ? "missing_key" : "invalid_value";
  context.report(createProblem(code, [...path, "sessionKey"], message, { hint }));
}

/** A part of it, such as the day in `{{date now 'YYYY-MM-DD'}}`, is shared by many events. */
const CHANGES_ALWAYS = /\{\{\{?\s*now\s*\}?\}\}/;
