// The order of the gates: each request has several mistakes, and the first gate that finds one answers.
import { PRIVATE } from "../base-config.ts";
import type { Case, CaseRequest } from "../case.ts";

const ZSTD = ["Content-Encoding", "zstd"] as const;
const TOO_LONG = 10_000_000;

function faulty(name: string, request: CaseRequest, status: number, code: string): Case {
  return { name, request, expect: { status, code } };
}

export const gateCases: readonly Case[] = [
  ...["/hooks-x/wake", "/hooks%2Fwake", "/Hooks/wake", "/other?next=/hooks/wake", "/hook"].map(
    (target): Case => ({
      name: `${target} is not below the base path`,
      request: { target, body: '{"text":"x"}' },
      expect: "not ours",
    }),
  ),
  ...["/hooks/../hooks/wake", "/hooks/./wake", "/hooks/%2e%2e/hooks/wake"].map(
    (target): Case => ({
      name: `${target} is not the name of a hook`,
      request: { target, body: '{"text":"x"}' },
      expect: { status: 404, code: "not_found" },
      needs: "dot segments",
    }),
  ),
  {
    name: "another path is left alone with any method",
    request: { method: "GET", target: "/other", token: null },
    expect: "not ours",
  },
  {
    name: "the base path alone is a 404 even if a mapping takes any name",
    hooks: { mappings: [{ messageTemplate: "any" }] },
    request: { target: "/hooks/?x=1", body: "{}" },
    expect: { status: 404, code: "not_found" },
  },
  {
    name: "HEAD is a 405 without a body",
    request: { method: "HEAD", target: "/hooks/wake" },
    expect: {
      status: 405,
      headers: { allow: "POST" },
      body: "",
      record: { method: "HEAD", code: "method_not_allowed" },
    },
  },
  faulty("405 before 404", { method: "PUT", target: "/hooks/unknown" }, 405, "method_not_allowed"),
  faulty(
    "405 before 413",
    { method: "PUT", target: "/hooks/wake", body: "x", declaredLength: TOO_LONG },
    405,
    "method_not_allowed",
  ),
  faulty("401 before 404", { target: "/hooks/unknown", token: "wrong" }, 401, "unauthorized"),
  faulty(
    "401 before 415 and before the body is looked at",
    { target: "/hooks/wake", token: "wrong", headers: [ZSTD], body: PRIVATE },
    401,
    "unauthorized",
  ),
  {
    name: "the twentieth failure is still a 401",
    before: { times: 19, request: { target: "/hooks/wake", token: null } },
    request: { target: "/hooks/wake", token: null },
    expect: { status: 401, code: "unauthorized" },
  },
  {
    name: "429 before 404 and 413",
    before: { times: 20, request: { target: "/hooks/wake", token: null } },
    request: { target: "/hooks/unknown", token: null, body: "x", declaredLength: TOO_LONG },
    expect: { status: 429, code: "too_many_failures", headers: { "www-authenticate": null } },
  },
  {
    name: "a 405 is not a failed attempt",
    before: { times: 25, request: { method: "GET", target: "/hooks/wake", token: null } },
    request: { target: "/hooks/wake", token: null },
    expect: { status: 401, code: "unauthorized" },
  },
  faulty(
    "413 before 415",
    { target: "/hooks/wake", headers: [ZSTD], body: "x", declaredLength: TOO_LONG },
    413,
    "payload_too_large",
  ),
  faulty(
    "413 of a chunked body before 415",
    { target: "/hooks/wake", headers: [ZSTD], body: PRIVATE.repeat(500), chunked: 1_000 },
    413,
    "payload_too_large",
  ),
  faulty(
    "415 before bad JSON",
    { target: "/hooks/wake", headers: [ZSTD], body: "{" },
    415,
    "unsupported_media_type",
  ),
  faulty(
    "invalid JSON before a source without a mapping",
    { target: "/hooks/sourced", body: "{" },
    400,
    "invalid_json",
  ),
  faulty(
    "a value that is not an object before a source without a mapping",
    { target: "/hooks/sourced", body: "5" },
    400,
    "invalid_payload",
  ),
  {
    name: "400 before a dispatch that would fail",
    dispatchFails: true,
    request: { target: "/hooks/wake", body: `{"text":5,"mode":"${PRIVATE}"}` },
    expect: { status: 400, code: "invalid_payload", issues: ["/text", "/mode"] },
  },
  {
    name: "204 before a dispatch that would fail",
    dispatchFails: true,
    request: { target: "/hooks/nothing" },
    expect: { status: 204, body: "", headers: { "content-type": null } },
  },
  {
    name: "a run that cannot be dispatched is a 503 too",
    dispatchFails: true,
    request: { target: "/hooks/agent", body: `{"message":"${PRIVATE}"}` },
    expect: { status: 503, code: "dispatch_failed", headers: { "retry-after": /^\d+$/ } },
  },
];
