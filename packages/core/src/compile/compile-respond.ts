// All mappings → the operator's own answers by the id of their mapping; those that cannot be sent are reported.

import { createProblem, type IsIncomplete, type Report } from "../base/index.ts";
import type { Mapping, RespondInput } from "../config/index.ts";
import type { FixedAnswer } from "../resolve/index.ts";

export interface RespondOptions {
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}

export function compileRespond(
  mappings: readonly Mapping[],
  { isIncomplete, report }: RespondOptions,
): ReadonlyMap<string, FixedAnswer> {
  const answers = new Map<string, FixedAnswer>();
  for (const { id, respond, configPath } of mappings) {
    if (respond === undefined || isIncomplete(configPath, ["respond"])) continue;
    const wrong = findMistake(respond);
    if (wrong === undefined) {
      answers.set(id, createAnswer(respond));
      continue;
    }
    const { at, message, hint } = wrong;
    const path = [...configPath, "respond", ...at];
    report(createProblem("respond_invalid", path, message, { hint }));
  }
  return answers;
}

interface Mistake {
  /** Keys below the `respond`. */
  readonly at: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** RFC 9110, 8.3.1: what else a header could hold would be more than one header. */
const CONTENT_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&^.,:;/+-]*"))*$/;

function findMistake({ status = OK, text, json, type }: RespondInput): Mistake | undefined {
  if (text !== undefined && json !== undefined) {
    const message = 'The answer has both "text" and "json".';
    return { at: ["json"], message, hint: "Write one of them." };
  }
  if (!hasBody(status)) {
    if (text === undefined && json === undefined && type === undefined) return undefined;
    const message = `An answer with the status ${status} has no body.`;
    return { at: ["status"], message, hint: 'Write "status": 200, or the status alone.' };
  }
  if (text === undefined && json === undefined) {
    const message = 'The answer has neither "text" nor "json".';
    return { at: [], message, hint: 'Write "text": "OK", "text": "", or "status": 204.' };
  }
  if (type === undefined || CONTENT_TYPE.test(type.trim())) return undefined;
  const message = "The content type of the answer is none.";
  return { at: ["type"], message, hint: 'Write a type such as "text/xml; charset=utf-8".' };
}

/** Senders that insist on words of their own expect this status with them. */
const OK = 200;

/** RFC 9110, 15.3.5 and 15.3.6. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 205;
}

function createAnswer({ status = OK, text, json, type }: RespondInput): FixedAnswer {
  if (!hasBody(status)) return { status, headers: {}, body: "" };
  const kind = json === undefined ? "text/plain" : "application/json";
  return {
    status,
    headers: { "content-type": type?.trim() ?? `${kind}; charset=utf-8` },
    body: text ?? JSON.stringify(json),
  };
}
