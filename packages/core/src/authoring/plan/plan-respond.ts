// The `respond` of a mapping → its answer as it is sent; that of the hooks → the statuses of the built-in routes; what cannot be sent is reported.
import { findHeaderMistake } from "@hookwright/base";
import { createProblem, type Report } from "../../model/index.ts";
import type { FixedAnswer, RouteStatuses } from "../../serving/resolve/index.ts";
import type { HooksInput, Mapping, RespondInput } from "../config/index.ts";
import type { PlanContext } from "./plan-context.ts";

export function planRespond(
  { respond, configPath }: Mapping,
  { isIncomplete, report }: Pick<PlanContext, "isIncomplete" | "report">,
): FixedAnswer | undefined {
  if (respond === undefined || isIncomplete(configPath, ["respond"])) return undefined;
  const mistakes = findMistakes(respond);
  if (mistakes.length === 0) return createAnswer(respond);
  for (const { at, message, hint } of mistakes) {
    report(createProblem("respond_invalid", [...configPath, "respond", ...at], message, { hint }));
  }
  return undefined;
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

function findMistakes(respond: RespondInput): readonly Mistake[] {
  const body = findBodyMistake(respond);
  const names = new Set<string>();
  const headers = Object.entries(respond.headers ?? {}).flatMap(
    ([name, value]) => findMistakeOfHeader(name, value, names) ?? [],
  );
  return body === undefined ? headers : [body, ...headers];
}

function findMistakeOfHeader(name: string, value: string, names: Set<string>): Mistake | undefined {
  const at = ["headers", name];
  const wrong = findHeaderMistake({ name, value });
  if (wrong !== undefined) {
    return { at, message: `"${name}" ${wrong}.`, hint: "Remove it, or write another header." };
  }
  const key = name.toLowerCase();
  if (key === "content-type") {
    return { at, message: "The content type has a key of its own.", hint: 'Write "type".' };
  }
  if (names.has(key)) {
    return { at, message: `The header "${name}" is written twice.`, hint: "Remove one." };
  }
  names.add(key);
  return undefined;
}

function findBodyMistake(respond: RespondInput): Mistake | undefined {
  const { status = OK, text, json, type, headers } = respond;
  if (text !== undefined && json !== undefined) {
    const message = 'The answer has both "text" and "json".';
    return { at: ["json"], message, hint: "Write one of them." };
  }
  if (!hasBody(status)) {
    if (text === undefined && json === undefined && type === undefined) return undefined;
    const message = `An answer with the status ${status} has no body.`;
    return { at: ["status"], message, hint: 'Write "status": 200, or the status alone.' };
  }
  if (text === undefined && json === undefined && headers === undefined) {
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

function createAnswer({ status = OK, text = "", json, type, headers }: RespondInput): FixedAnswer {
  const own = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
  if (!hasBody(status)) return { status, headers: own, body: "" };
  const kind = json === undefined ? "text/plain" : "application/json";
  return {
    status,
    headers: { "content-type": type?.trim() ?? `${kind}; charset=utf-8`, ...own },
    body: json === undefined ? text : JSON.stringify(json),
  };
}

/** What comparable gateways answer, whose senders read the body. */
const ROUTE_STATUSES: RouteStatuses = { agent: 202, wake: OK };

export function planRouteStatuses(written: HooksInput["respond"], report: Report): RouteStatuses {
  const choose = (route: keyof RouteStatuses): number => {
    const status = written?.[route]?.status;
    if (status === undefined) return ROUTE_STATUSES[route];
    if (hasBody(status)) return status;
    const message = `The answer to /${route} has a body, and one with the status ${status} has none.`;
    const hint = `Write another status from 200 to 299, such as ${ROUTE_STATUSES[route]}.`;
    report(
      createProblem("respond_invalid", ["hooks", "respond", route, "status"], message, { hint }),
    );
    return ROUTE_STATUSES[route];
  };
  return { agent: choose("agent"), wake: choose("wake") };
}
