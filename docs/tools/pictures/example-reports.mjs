// @ts-check
// A small project with gaps in its tests, and a change of its config → the three reports, for pictures.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMAND } from "./example-host.mjs";

const CONFIG = `hooks:
  enabled: true
  token: { env: HOOK_TOKEN }
  mappings:
    - id: pull-request
      match: { path: github, headers: { x-github-event: pull_request } }
      messageTemplate: |
        {{sender.login}} {{action}} #{{number}}: {{pull_request.title}}
        {{#if pull_request.draft}}It is a draft.{{else}}It waits for a review.{{/if}}
    - id: failed-payment
      match: { path: stripe, when: { "==": [{ var: payload.type }, invoice.payment_failed] } }
      sessionKey: "hook:stripe:{{data.object.customer}}"
      messageTemplate: "{{data.object.customer_email}} could not pay {{data.object.amount_due}}."
`;

const NEXT = CONFIG.replace("It waits for a review.", "It waits for a review by the team.")
  .replace("{{sender.login}} {{action}}", "{{action}} by {{sender.login}}:")
  .replace("hook:stripe:{{data.object.customer}}", "hook:stripe");

/** @param {boolean} draft */
const pullRequest = (draft) => ({
  path: "github",
  headers: { "x-github-event": "pull_request" },
  payload: {
    action: "opened",
    number: 42,
    sender: { login: "ann" },
    pull_request: { title: "The cart rounds once, at the end", draft },
  },
});

/** @param {string} customer */
const payment = (customer) => ({
  path: "stripe",
  payload: {
    type: "invoice.payment_failed",
    data: { object: { customer, customer_email: `${customer}@example.com`, amount_due: 4200 } },
  },
});

const CASES = {
  cases: [
    {
      name: "a draft",
      event: pullRequest(true),
      expect: { mapping: "pull-request", text: { contains: ["a draft"] } },
    },
    { name: "a failed payment", event: payment("cus_1"), expect: { mapping: "failed-payment" } },
  ],
};

/** @type {Readonly<Record<string, string>>} */
const FILES = {
  "hooks.yaml": CONFIG,
  "next.yaml": NEXT,
  "hooks.test.yaml": JSON.stringify(CASES),
  "events/draft.event.json": JSON.stringify(pullRequest(true)),
  "events/ready.event.json": JSON.stringify(pullRequest(false)),
  "events/ann.event.json": JSON.stringify(payment("cus_1")),
  "events/ben.event.json": JSON.stringify(payment("cus_2")),
};

/** @param {string} folder @returns {Readonly<Record<string, string>>} by name: the path of the page */
export function writeExampleReports(folder) {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const diff = ["diff", "hooks.yaml", "next.yaml", "--events", "events", "--report", "diff.html"];
  for (const args of [["test", "--coverage=html"], ["test", "--mutate=html"], diff]) {
    spawnSync(process.execPath, [COMMAND, ...args], { cwd: folder });
  }
  return {
    coverage: join(folder, "coverage/index.html"),
    mutation: join(folder, "coverage/mutation.html"),
    diff: join(folder, "diff.html"),
  };
}
