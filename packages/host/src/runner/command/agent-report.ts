// What the output of an agent says, gathered while it runs.
import type { Usage } from "../../model/turn.ts";
import type { ServiceError } from "../failures.ts";
import { MAX_ANSWER_BYTES } from "../limit-answer.ts";

export interface AgentReport {
  /** The newest text that may be the final one; undefined before any came. */
  text: string | undefined;
  session: string | undefined;
  usage: Usage | undefined;
  /** A tool was used, or may have been: the turn is not to be repeated. */
  usedTools: boolean;
  error: ServiceError | undefined;
}

export function createReport(): AgentReport {
  return {
    text: undefined,
    session: undefined,
    usage: undefined,
    usedTools: false,
    error: undefined,
  };
}

/** Adds to the text while there is room: the rest is cut in any case. */
export function addText(report: AgentReport, text: string): void {
  const before = report.text ?? "";
  report.text = before.length > MAX_ANSWER_BYTES ? before : before + text;
}

/** Agents put the status of their model's service into sentences: `unexpected status 401 Unauthorized`. */
export function errorFromSentence(sentence: string): ServiceError {
  const status = /\b([45]\d\d)\b/.exec(sentence)?.[1];
  const isLoggedOut = /not logged in|no api key|invalid api key|login/i.test(sentence);
  const isOverloaded = /overloaded/i.test(sentence);
  return {
    status: status === undefined ? undefined : Number(status),
    words: [isLoggedOut && "authentication_error", isOverloaded && "overloaded"],
  };
}
