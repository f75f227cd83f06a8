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
    say: "The message says at which character. [Coming from Jinja, Liquid, Go or n8n](coming-from.md) shows how other template languages write it, and how it is written here.",
  },
  template_unclosed: {
    meaning: "A tag or block of a template is never closed.",
    wrong: 'messageTemplate: "{{#if urgent}}Urgent: {{title}}"',
    right: 'messageTemplate: "{{#if urgent}}Urgent: {{/if}}{{title}}"',
    say: "Each `{{` has a `}}`, and each `{{#if}}`, `{{#each}}` or `{{#with}}` its `{{/if}}`, `{{/each}}` or `{{/with}}`.",
  },
  template_block_mismatch: {
    meaning: "A block of a template is closed by another name.",
    wrong: 'messageTemplate: "{{#each commits}}{{message}}{{/if}}"',
    right: 'messageTemplate: "{{#each commits}}{{message}}{{/each}}"',
    say: "Blocks are closed by their own name, the inner one first.",
  },
  template_else_stray: {
    meaning: "An else is outside of a block.",
    wrong: 'messageTemplate: "{{title}}{{else}}no title"',
    right: 'messageTemplate: "{{#if title}}{{title}}{{else}}no title{{/if}}"',
    say: 'An `{{else}}` stands between the beginning and the end of a block. For a text in place of an empty value there is `{{default title "no title"}}`.',
  },
  template_too_deep: {
    meaning: "The blocks of a template are nested too deep.",
    wrong: `messageTemplate: "${deep(101)}"`,
    right: `messageTemplate: "${deep(3)}"`,
    say: "Blocks may stand in each other 100 deep. Nobody writes that by hand: look at what made the template.",
  },
  template_helper_unknown: {
    meaning: "A template calls a helper that does not exist.",
    wrong: 'messageTemplate: "{{uppercase title}}"',
    right: 'messageTemplate: "{{upper title}}"',
    say: "[Helpers](helpers.md) lists them all. A name with a blank in it needs brackets: `{{contact.[first name]}}`.",
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
    say: "Partials stand in `hooks.partials`, by their names.",
  },
  template_partial_cyclic: {
    meaning: "Partials include each other without end.",
    level: "hooks",
    wrong: `partials:\n  box: "{{#> box}}{{title}}{{/box}}"\n${CALLER}`,
    right: `partials:\n  box: "[{{> @partial-block}}]"\n${CALLER}`,
    say: "A partial gives itself a new body each time, so that it never ends. Within a partial, `{{> @partial-block}}` is the body that it was called with.",
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
    say: "[Conditions](conditions.md) lists the operators. Two rules are joined with `and` or `or`: one object has one operator.",
  },
  condition_arguments: {
    meaning: "A condition gives an operator arguments that it does not take.",
    wrong: when('{ "==": { var: payload.state } }'),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "What an operator compares stands in a list.",
  },
  condition_variable: {
    meaning: "A condition reads a variable that does not exist.",
    wrong: when('{ "==": [{ var: state }, open] }'),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "A field of the body begins with `payload.` here; in templates it need not. Other roots are `headers`, `query`, `path` and `now`. A text without `var` is a fixed text.",
  },
  condition_too_deep: {
    meaning: "The operators of a condition are nested too deep.",
    wrong: when(`${"{ '!': [".repeat(51)}{ var: payload.state }${"] }".repeat(51)}`),
    right: when("{ '!': [{ var: payload.state }] }"),
    say: "Rules may stand in each other 50 deep.",
  },
};
