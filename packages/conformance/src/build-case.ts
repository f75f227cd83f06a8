// Parts that the cases of several files share.
import type { Case, CaseExpectation } from "./case.ts";

export function post(name: string, body: object = {}): Case["request"] {
  return { target: `/hooks/${name}`, body: JSON.stringify(body) };
}

export function run(action: object): CaseExpectation {
  return { status: 202, actions: [action] };
}

export function refused(code: string, issue: string): CaseExpectation {
  return { status: 400, code, issues: [issue] };
}

/** One mapping called `x`, with these fields. */
export function mapped(fields: object): object {
  return { mappings: [{ match: { path: "x" }, messageTemplate: "static", ...fields }] };
}
