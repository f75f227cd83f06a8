// Patterns, expressions and names of other tools where a value is compared as it is, or a path is spelled.
import type { MistakeCase } from "./mistake-case.ts";

const yaml = (match: string, template = "{{action}}", more = ""): string =>
  `hooks:\n  mappings:\n    - match: ${match}\n${more}      messageTemplate: ${JSON.stringify(template)}\n`;

const opened = { path: "ci", payload: { action: "opened" }, headers: { "x-kind": "pull_review" } };

interface InMatch extends Pick<MistakeCase, "name" | "says"> {
  readonly code?: string;
  readonly written: string;
  readonly meant: string;
}

const inMatch = ({ name, code = "value_pattern", says, written, meant }: InMatch): MistakeCase => ({
  ...{ name, code, says },
  config: yaml(`{ path: ci, ${written} }`),
  followed: yaml(`{ path: ci, ${meant} }`),
  event: opened,
  action: { untrustedText: "opened" },
});

const signed = {
  "Company Name": "acme",
  "Status@": "open",
  "#text": "x",
  "data[email]": "a@x.example",
};

const inTemplate = (
  written: string,
  meant: string,
  text: string,
  code = "template_syntax",
): MistakeCase => ({
  name: `the field ${written}`,
  code,
  says: `write "${meant}"`,
  config: yaml("{ path: ci }", written),
  followed: yaml("{ path: ci }", meant),
  event: { path: "ci", payload: signed },
  action: { untrustedText: text },
});

export const CASES: readonly MistakeCase[] = [
  inMatch({
    name: "a star in the value of a header",
    says: 'write "when": { "startsWith": [{ "var": "headers.x-kind" }, "pull_"] }',
    written: 'headers: { x-kind: "pull_*" }',
    meant: 'when: { startsWith: [{ var: headers.x-kind }, "pull_"] }',
  }),
  inMatch({
    name: "alternatives in the value of a header",
    says: 'Write ["push", "pull_review"].',
    written: 'headers: { x-kind: "push|pull_review" }',
    meant: 'headers: { x-kind: ["push", "pull_review"] }',
  }),
  inMatch({
    name: "a negation in the value of a header",
    says: 'write "not": { "headers": { "x-kind": "push" } }',
    written: 'headers: { x-kind: "!push" }',
    meant: "not: { headers: { x-kind: push } }",
  }),
  inMatch({
    name: "a star where a condition compares",
    says: 'Write { "startsWith": [{ "var": "payload.action" }, "open"] }.',
    written: 'when: { "==": [{ var: payload.action }, "open*"] }',
    meant: 'when: {"startsWith":[{"var":"payload.action"},"open"]}',
  }),
  inMatch({
    name: "a condition in the words of CEL",
    code: "wrong_type",
    says: 'Write { "==": [{ "var": "payload.action" }, "opened"] }.',
    written: `when: "body.action == 'opened'"`,
    meant: 'when: {"==":[{"var":"payload.action"},"opened"]}',
  }),
  inMatch({
    name: "a condition on a header in the words of CEL",
    code: "wrong_type",
    says: '"headers": { "x-kind": "pull_review" }',
    written: `when: "headers['x-kind'] == 'pull_review'"`,
    meant: 'when: {"==":[{"var":"headers.x-kind"},"pull_review"]}',
  }),
  inMatch({
    name: "several values behind in",
    code: "condition_arguments",
    says: 'Write { "in": [{ "var": "payload.action" }, ["opened", "closed"]] }.',
    written: "when: { in: [{ var: payload.action }, opened, closed] }",
    meant: 'when: {"in":[{"var":"payload.action"},["opened","closed"]]}',
  }),
  inTemplate("{{Company Name}}", "{{[Company Name]}}", "acme", "template_helper_unknown"),
  inTemplate("{{Status@}}", "{{[Status@]}}", "open"),
  inTemplate("{{[data[email]]}}", "{{['data[email]']}}", "a@x.example"),
  inTemplate("{{payload.[data[email]]}}", "{{payload['data[email]']}}", "a@x.example"),
  inTemplate("{{#text}}", "{{[#text]}}", "x", "template_unclosed"),
  {
    name: "a hook without a token",
    code: "unknown_key",
    says: 'Write "auth": "none"',
    config: yaml("{ path: ci }", "{{action}}", "      skipAuth: true\n"),
    followed: yaml("{ path: ci }", "{{action}}", '      auth: "none"\n'),
    event: opened,
    action: { untrustedText: "opened" },
  },
  {
    name: "an answer with braces within braces",
    code: "config_syntax",
    says: "need quotes in YAML",
    config: yaml("{ path: ci }", "{{action}}", "      respond: { text: done ${x}, status: 200 }\n"),
    followed: yaml(
      "{ path: ci }",
      "{{action}}",
      '      respond: { text: "done ${x}", status: 200 }\n',
    ),
    event: opened,
    action: { untrustedText: "opened" },
  },
];
