// A config and a caret → the keys that may stand there, or the names of an expression, and the range that they replace.
import { parseConfigText } from "@hookwright/config/text";
import { knownKeys } from "@hookwright/core/problems";
import { builtInHelpers, EVENT_ROOTS } from "@hookwright/template/runtime";
import type { Completion, CompletionQuestion } from "../model/messages.ts";

/** Undefined if nothing is known for this position. */
export async function completeText(question: CompletionQuestion): Promise<Completion | undefined> {
  const { text, caret } = question;
  const start = caret - (/[\w.@-]*$/.exec(text.slice(0, caret))?.[0].length ?? 0);
  const end = caret + (/^[\w-]*/.exec(text.slice(caret))?.[0].length ?? 0);
  const expression = /\{\{[^{}]*$/.exec(text.slice(0, start).split("\n").at(-1) ?? "");
  if (expression !== null) {
    const typed = text.slice(start, caret);
    return present({ start, end, words: namesFor(typed, question.payload), after: "" });
  }
  const words = await keysAt({ ...question, start, end });
  const isFollowed = /^["']?\s*:/.test(text.slice(end));
  return present({ start, end, words, after: isFollowed ? "" : ": " });
}

function present(completion: Completion): Completion | undefined {
  return completion.words.length === 0 ? undefined : completion;
}

/** Of one level of the payload, with what was typed before the last point; else also helpers and parts of the event. */
function namesFor(typed: string, payload: string): readonly string[] {
  const parents = typed.split(".").slice(0, -1);
  let value = parsePayload(payload);
  for (const name of parents[0] === "payload" ? parents.slice(1) : parents) {
    value = Object.entries(value ?? {}).find(([key]) => key === name)?.[1];
  }
  const isObject = typeof value === "object" && !Array.isArray(value);
  const fields = isObject ? Object.keys(value ?? {}).filter((key) => /^[\w-]+$/.test(key)) : [];
  const prefix = parents.map((name) => `${name}.`).join("");
  const others =
    parents.length === 0 ? [...EVENT_ROOTS.map(({ name }) => name), ...builtInHelpers.keys()] : [];
  return [...new Set([...fields.map((name) => prefix + name), ...others])];
}

function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stands for the key, so that the text around it can be parsed. */
const PLACEHOLDER = "hookwright_key_at_the_caret";

interface Gap extends CompletionQuestion {
  readonly start: number;
  readonly end: number;
}

async function keysAt({ text, format, isIncluded, start, end }: Gap): Promise<readonly string[]> {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const isFollowed = /^["']?\s*:/.test(after);
  const key = isFollowed ? PLACEHOLDER : `${PLACEHOLDER}: 0`;
  const [line = ""] = after.split("\n");
  const isInBraces = format === "json5" || /\{[^}]*$/.test(before.split("\n").at(-1) ?? "");
  const comma = isInBraces && !isFollowed && !/^\s*[,}]/.test(after) ? "," : "";
  const whole = `${before}${key}${comma}${after}`;
  // An error below the caret does not matter in YAML.
  for (const one of format === "yaml" ? [whole, `${before}${key}${comma}${line}`] : [whole]) {
    const { config } = await parseConfigText(one, { format, filename: `hooks.${format}` });
    const found = findKey(config, []);
    if (found === undefined) continue;
    const list = Array.isArray(config) ? ["mappings"] : [];
    const steps = isIncluded ? ["hooks", ...list, ...found.steps] : found.steps;
    return knownKeys(steps).filter((name) => !found.beside.includes(name));
  }
  return [];
}

interface FoundKey {
  readonly steps: readonly (string | number)[];
  /** Keys that are there already. */
  readonly beside: readonly string[];
}

function findKey(value: unknown, steps: FoundKey["steps"]): FoundKey | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, below] of Object.entries(value)) {
    const next = [...steps, isList ? Number(key) : key];
    if (key === PLACEHOLDER) return { steps: next, beside: Object.keys(value) };
    const found = findKey(below, next);
    if (found !== undefined) return found;
  }
  return undefined;
}
