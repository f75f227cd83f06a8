// Rendering: closures against Handlebars' compiled templates and functions written by hand.
import Handlebars from "handlebars";
import { own, text } from "./shared/by-hand.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { createPush } from "./shared/push.mjs";
import { checkEqual, createRenderer } from "./shared/render.mjs";
import { rowsFromResults } from "./shared/rows.mjs";
import { cpuNanosecondsPerCall, flatten } from "./shared/time-calls.mjs";

const PAYLOAD = createPush(5);

const SIX_FIELDS = `Push to {{ref}} of {{repository.full_name}}
by {{pusher.name}} <{{pusher.email}}>
{{repository.html_url}}, default branch {{repository.default_branch}}`;

/** Every line has work: fields, a loop with its own condition, an alternative, white space. */
const FORTY_LINES = `Repository: {{repository.full_name}} ({{repository.id}})
Owner: {{repository.owner.login}}
Branch: {{ref}}
Before: {{before}}
After: {{after}}
Compare: {{compare}}
{{#if forced}}
Forced: somebody rewrote history.
{{/if}}
{{#if created}}
The branch is new.
{{else if deleted}}
The branch is gone.
{{else}}
The branch was there before.
{{/if}}
Pushed by {{pusher.name}} <{{pusher.email}}>
Sender: {{sender.login}}, {{sender.type}}, {{sender.html_url}}
{{#with repository}}
Language: {{language}}
Open issues: {{open_issues_count}}
Forks: {{forks_count}}
Stars: {{stargazers_count}}
Private: {{private}}
{{/with}}

Commits:
{{#each commits}}
{{@index}}. {{message}}
   by {{author.name}} <{{author.email}}>
   {{url}}
   {{#if distinct}}
   Seen here first.
   {{else}}
   Seen before.
   {{/if}}
   {{#each modified}}
   changed: {{this}}
   {{/each}}
   {{#each removed}}
   removed: {{this}}
   {{/each}}
{{/each}}
End.`;

/** @param {unknown} value @param {...string} keys */
function at(value, ...keys) {
  return text(keys.reduce(own, value));
}

/** @param {any} push */
function sixByHand(push) {
  return `Push to ${at(push, "ref")} of ${at(push, "repository", "full_name")}
by ${at(push, "pusher", "name")} <${at(push, "pusher", "email")}>
${at(push, "repository", "html_url")}, default branch ${at(push, "repository", "default_branch")}`;
}

/** @param {any} push */
function fortyByHand(push) {
  const repository = own(push, "repository");
  let out = `Repository: ${at(repository, "full_name")} (${at(repository, "id")})
Owner: ${at(repository, "owner", "login")}
Branch: ${at(push, "ref")}
Before: ${at(push, "before")}
After: ${at(push, "after")}
Compare: ${at(push, "compare")}
`;
  if (own(push, "forced")) out += "Forced: somebody rewrote history.\n";
  if (own(push, "created")) out += "The branch is new.\n";
  else if (own(push, "deleted")) out += "The branch is gone.\n";
  else out += "The branch was there before.\n";
  out += `Pushed by ${at(push, "pusher", "name")} <${at(push, "pusher", "email")}>
Sender: ${at(push, "sender", "login")}, ${at(push, "sender", "type")}, ${at(push, "sender", "html_url")}
Language: ${at(repository, "language")}
Open issues: ${at(repository, "open_issues_count")}
Forks: ${at(repository, "forks_count")}
Stars: ${at(repository, "stargazers_count")}
Private: ${at(repository, "private")}

Commits:
`;
  for (const [index, commit] of own(push, "commits").entries()) {
    out += `${index}. ${at(commit, "message")}
   by ${at(commit, "author", "name")} <${at(commit, "author", "email")}>
   ${at(commit, "url")}
   ${own(commit, "distinct") ? "Seen here first." : "Seen before."}
`;
    for (const file of own(commit, "modified")) out += `   changed: ${text(file)}\n`;
    for (const file of own(commit, "removed")) out += `   removed: ${text(file)}\n`;
  }
  return `${out}End.`;
}

/** Short rounds: the machine is slow for all alternatives of one, or for none. */
const CASES = [
  {
    name: "1 field",
    template: "{{repository.full_name}}",
    byHand: (/** @type {any} */ push) => at(push, "repository", "full_name"),
    turns: 10_000,
  },
  {
    name: "6 fields",
    template: SIX_FIELDS,
    byHand: sixByHand,
    turns: 4_000,
  },
  { name: "40 lines", template: FORTY_LINES, byHand: fortyByHand, turns: 500 },
];

export async function run() {
  const rows = [];
  for (const { name, template, byHand, turns } of CASES) {
    const renderers = createRenderers(template, byHand);
    checkEqual(renderers, PAYLOAD);
    rows.push(...rowsFromResults(name, await measure(renderers, turns)));
  }
  printTable("Rendering a GitHub push, strings flattened, processor time", HEAD, rows);
}

const HEAD = ["template", "how", "ns", "ratio to by hand", "spread"];

/** @param {Map<string, Renderer>} renderers @param {number} turns */
function measure(renderers, turns) {
  return interleave(
    [...renderers.keys()],
    (how) =>
      cpuNanosecondsPerCall(
        () => flatten(/** @type {Renderer} */ (renderers.get(how))(PAYLOAD)),
        turns,
      ),
    { rounds: Number(process.env["BENCH_ROUNDS"] ?? 101), warmUp: 5 },
  );
}

/** @typedef {import("./shared/render.mjs").Renderer} Renderer */

/** @param {string} template @param {Renderer} byHand @returns {Map<string, Renderer>} */
function createRenderers(template, byHand) {
  const handlebars = Handlebars.compile(template, { noEscape: true });
  return new Map([
    ["by hand", byHand],
    ["Hookwright", createRenderer(template, {})],
    ["Hookwright, empty lines dropped", createRenderer(template, { emptyLines: "drop" })],
    ["Handlebars, compiled", (/** @type {unknown} */ push) => handlebars(push)],
  ]);
}
