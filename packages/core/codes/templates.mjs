// @ts-check
// Codes of problems of templates and conditions.

/** @param {string} rule */
const when = (rule) => `match:\n  path: example\n  when: ${rule}`;

/** @param {number} depth */
const deep = (depth) => `${"{{#a}}".repeat(depth)}x${"{{/a}}".repeat(depth)}`;

const CALLER =
  'mappings:\n  - match: { path: example }\n    messageTemplate: "{{#> box}}{{title}}{{/box}}"';

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const TEMPLATES = {
  template_syntax: {
    meaning: "A template is not valid Handlebars.",
    wrong: 'messageTemplate: "{{ #if urgent}}Urgent: {{/if}}{{title}}"',
    right: 'messageTemplate: "{{#if urgent}}Urgent: {{/if}}{{title}}"',
    say: "The message has the position. [Coming from Jinja, Liquid, Go or n8n](coming-from.md) translates other template languages.",
  },
  template_unclosed: {
    meaning: "A tag or block of a template is never closed.",
    wrong: 'messageTemplate: "{{#if urgent}}Urgent: {{title}}"',
    right: 'messageTemplate: "{{#if urgent}}Urgent: {{/if}}{{title}}"',
    say: "Each `{{` needs a `}}`, and each `{{#if}}`, `{{#each}}` or `{{#with}}` its `{{/if}}`, `{{/each}}` or `{{/with}}`.",
  },
  template_block_mismatch: {
    meaning: "A block of a template is closed by another name.",
    wrong: 'messageTemplate: "{{#each commits}}{{message}}{{/if}}"',
    right: 'messageTemplate: "{{#each commits}}{{message}}{{/each}}"',
    say: "Close blocks by their own name, the inner one first.",
  },
  template_else_stray: {
    meaning: "An else is outside of a block.",
    wrong: 'messageTemplate: "{{title}}{{else}}no title"',
    right: 'messageTemplate: "{{#if title}}{{title}}{{else}}no title{{/if}}"',
    say: '`{{else}}` belongs inside of a block. For a default, write `{{default title "no title"}}`.',
  },
  template_too_deep: {
    meaning: "The blocks of a template are nested too deep.",
    wrong: `messageTemplate: "${deep(101)}"`,
    right: `messageTemplate: "${deep(3)}"`,
    say: "Blocks nest at most 100 deep.",
  },
  template_helper_unknown: {
    meaning: "A template calls a helper that does not exist.",
    wrong: 'messageTemplate: "{{uppercase title}}"',
    right: 'messageTemplate: "{{upper title}}"',
    say: "[Helpers](helpers.md) lists all. A field name with a space needs brackets: `{{contact.[first name]}}`.",
  },
  template_helper_misused: {
    meaning: "A template calls a helper with arguments that it does not take.",
    wrong: 'messageTemplate: "{{truncate title}}"',
    right: 'messageTemplate: "{{truncate title 80}}"',
    say: "The message says what the helper takes; [its entry](helpers.md) has an example.",
  },
  template_partial_unknown: {
    meaning: "A template names a partial that does not exist.",
    wrong: 'messageTemplate: "{{> footer}}"',
    right: 'messageTemplate: "Sent by {{sender}}"',
    say: "Partials are defined in `hooks.partials` by name.",
  },
  template_partial_cyclic: {
    meaning: "Partials include each other without end.",
    level: "hooks",
    wrong: `partials:\n  box: "{{#> box}}{{title}}{{/box}}"\n${CALLER}`,
    right: `partials:\n  box: "[{{> @partial-block}}]"\n${CALLER}`,
    say: "Inside of a partial, use `{{> @partial-block}}` for the body that it was called with.",
  },
  template_decorator: {
    meaning: "A template uses a decorator, which is not supported.",
    wrong: 'messageTemplate: "{{* colour}}{{title}}"',
    right: 'messageTemplate: "{{title}}"',
    say: 'The only decorator is `{{#*inline "name"}}…{{/inline}}`.',
  },
  condition_operator_unknown: {
    meaning: "A condition uses an operator that does not exist.",
    wrong: when("{ equals: [{ var: payload.state }, open] }"),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "See the [operators](conditions.md). One object has one operator: join rules with `and` or `or`.",
  },
  condition_arguments: {
    meaning: "A condition gives an operator arguments that it does not take.",
    wrong: when('{ "==": { var: payload.state } }'),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "Put the compared values into a list.",
  },
  condition_variable: {
    meaning: "A condition reads a variable that does not exist.",
    wrong: when('{ "==": [{ var: state }, open] }'),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "Body fields begin with `payload.` in conditions. Other roots are `headers`, `query`, `path` and `now`. A text without `var` is a constant.",
  },
  condition_too_deep: {
    meaning: "The operators of a condition are nested too deep.",
    wrong: when(`${"{ '!': [".repeat(51)}{ var: payload.state }${"] }".repeat(51)}`),
    right: when("{ '!': [{ var: payload.state }] }"),
    say: "Rules nest at most 50 deep.",
  },
};
