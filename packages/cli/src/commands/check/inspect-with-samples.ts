// The built-in samples → what looks at a config with those of the providers that its paths and auths name.
import type { HooksLoadOptions } from "@hookwright/config";
import type { Problem } from "@hookwright/core";
import { FIXED_PORTS, findInEvents } from "@hookwright/testing";
import { listSampleEvents, type WrittenMapping } from "../../config/sample-events.ts";

/** What a sample proves: that the field stands elsewhere. A field that no sample has may exist. */
const PROVEN: ReadonlySet<string> = new Set(["template_root_missing", "template_block_field"]);

/** Hints only: an author may know events that the samples do not have. */
export const inspectWithSamples: NonNullable<HooksLoadOptions["inspect"]> = async (
  config,
  options,
) => {
  const events = await listSampleEvents(config, hasNames);
  if (events.length === 0) return [];
  const problems = await findInEvents(config, { events, compile: { ...options, ...FIXED_PORTS } });
  return problems.filter(({ code }) => PROVEN.has(code)).map(toHint);
};

function toHint(problem: Problem): Problem {
  const message = `${problem.message.slice(0, -1)} in the built-in samples.`;
  return { ...problem, severity: "hint", message };
}

/** Only templates with a tag of two names can have such a mistake. */
const NAMES = /\{\{[^}]*\w\.\w/;

function hasNames({ messageTemplate, textTemplate }: WrittenMapping): boolean {
  return [messageTemplate, textTemplate].some(
    (text) => typeof text === "string" && NAMES.test(text),
  );
}
