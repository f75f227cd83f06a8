// A mapping with a handshake, its requests and its answers, for the cases of two files.
import type { Case, CaseExpectation, CaseRequest } from "./case.ts";

export const VERIFY = "conformance-verify-token";
export const NOW = 1_790_000_000_000;
export const SECONDS = String(NOW / 1000);

export function hooked(auth: object): Pick<Case, "hooks" | "options"> {
  const mapping = { id: "hook", match: { path: "hook" }, auth, messageTemplate: "an event" };
  return { hooks: { mappings: [mapping] }, options: { clock: () => NOW } };
}

export function get(query: string, method = "GET"): CaseRequest {
  return { method, target: `/hooks/hook${query === "" ? "" : `?${query}`}`, token: null };
}

export function post(body: object | string, headers: CaseRequest["headers"] = []): CaseRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { target: "/hooks/hook", token: null, headers, body: text };
}

export function text(body: string, handshake: string): CaseExpectation {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, body, headers, record: { handshake } };
}

export function json(body: object, handshake: string): CaseExpectation {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, body: JSON.stringify(body), headers, record: { handshake } };
}

export function refusedBy(auth: string): CaseExpectation {
  return {
    status: 401,
    code: "unauthorized",
    body: '{"ok":false,"error":"Missing or wrong credentials.","code":"unauthorized"}',
    headers: { "www-authenticate": "Bearer" },
    record: { auth },
  };
}

export const EVENT: CaseExpectation = { status: 202, actions: [{}], record: { mappingId: "hook" } };
