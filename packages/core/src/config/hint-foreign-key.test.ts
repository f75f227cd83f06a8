// Keys of other systems, and keys at the wrong place.
import { expect, test } from "vitest";
import type { Problem } from "../base/problem.ts";
import { parseConfig } from "./parse-config.ts";

function hintsOf(hooks: object): readonly (string | undefined)[] {
  const problems: Problem[] = [];
  parseConfig({ hooks }, (problem) => problems.push(problem));
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["unknown_key"]));
  return problems.map(({ hint }) => hint);
}

const inMapping = (mapping: object) => hintsOf({ mappings: [mapping] })[0];
const inMatch = (match: object) => inMapping({ match });

test.each([
  [{ on: "issues" }, 'Write "match": { "headers": { "x-github-event": "issues" } }'],
  [{ on: { push: { branches: ["main"] } } }, '"headers": { "x-github-event": "push" }'],
  [{ on: { push: {}, issues: {} } }, '"headers": { "x-github-event": ["push","issues"] }'],
  [{ "execute-command": "/opt/deploy.sh" }, '"transform": { "module": "file.js" }'],
  [{ "trigger-rule": {} }, 'Write "match": { "when": '],
  [{ if: "x" }, 'Write "match": { "when": '],
  [{ httpMethod: "POST" }, "Remove it: hooks are always POST requests."],
  [{ responseMode: "onReceived" }, 'Write "respond"'],
  [{ enabled: true }, "Remove it"],
  [{ disabled: true }, 'Write "skip": true'],
  [{ chat_id: "1" }, 'Write "to".'],
  [{ kind: "agent" }, 'Write "action"'],
  [{ constructor: "x" }, "Known keys: id, match,"],
])("parseConfig() knows the key of another system in the mapping %j", (mapping, hint) => {
  expect(inMapping(mapping)).toContain(hint);
});

test.each([
  [{ event: "issues" }, 'Write "headers": { "x-github-event": "issues" }'],
  [{ events: ["issues", "push"] }, '"x-github-event": ["issues","push"]'],
  [{ events: [] }, '"x-github-event": "push"'],
  [{ on: [1] }, '"x-github-event": "push"'],
  [
    { payload: { action: "opened" } },
    'Write "when": { "==": [{ "var": "payload.action" }, "opened"] }.',
  ],
  [
    { body: { n: 1, gone: null, deep: {} } },
    'Write "when": { "and": [{ "==": [{ "var": "payload.n" }, 1] }, { "==": [{ "var": "payload.gone" }, null] }] }.',
  ],
  [{ json: "x" }, 'Write "when": { "==": [{ "var": "payload.field" }, "value"] }.'],
  [{ messageTemplate: "x" }, 'Write it beside "match", not within'],
  [{ filter: {} }, 'Write "when"'],
  [{ country: "de" }, "Known keys: path, source"],
])("parseConfig() knows the key of another system in the match %j", (match, hint) => {
  expect(inMatch(match)).toContain(hint);
});

test.each([
  [{ port: 18790 }, "hookwright serve --port 18790"],
  [{ auth: { token: "x" } }, 'Write "token": "${NAME}"'],
  [{ routes: [] }, 'Write "mappings".'],
])("parseConfig() knows the key of another system in the hooks %j", (hooks, hint) => {
  expect(hintsOf(hooks)[0]).toContain(hint);
});
