// @ts-check
// Examples of problems of templates and conditions.

/** @param {string} rule */
const when = (rule) => `match:\n  path: example\n  when: ${rule}`;

/** @param {number} depth */
const deep = (depth) => `${"{{#a}}".repeat(depth)}x${"{{/a}}".repeat(depth)}`;

const CALLER =
  'mappings:\n  - match: { path: example }\n    messageTemplate: "{{#> box}}{{title}}{{/box}}"';

/** @type {Readonly<Record<string, import("./example.mjs").CodeExample>>} */
export const TEMPLATES_AND_CONDITIONS = {
  template_syntax: {
    wrong: 'messageTemplate: "{{ #if urgent}}Urgent: {{/if}}{{title}}"',
    right: 'messageTemplate: "{{#if urgent}}Urgent: {{/if}}{{title}}"',
    say: "The message says at which character. [Coming from Jinja, Liquid, Go or n8n](coming-from.md) shows what is written otherwise elsewhere.",
  },
  template_unclosed: {
    wrong: 'messageTemplate: "{{#if urgent}}Urgent: {{title}}"',
    right: 'messageTemplate: "{{#if urgent}}Urgent: {{/if}}{{title}}"',
    say: "Each `{{` has a `}}`, and each `{{#if}}`, `{{#each}}` or `{{#with}}` its `{{/if}}`, `{{/each}}` or `{{/with}}`.",
  },
  template_block_mismatch: {
    wrong: 'messageTemplate: "{{#each commits}}{{message}}{{/if}}"',
    right: 'messageTemplate: "{{#each commits}}{{message}}{{/each}}"',
    say: "Blocks are closed by their own name, the inner one first.",
  },
  template_else_stray: {
    wrong: 'messageTemplate: "{{title}}{{else}}no title"',
    right: 'messageTemplate: "{{#if title}}{{title}}{{else}}no title{{/if}}"',
    say: 'An `{{else}}` stands between the beginning and the end of a block. For a text in place of an empty value there is `{{default title "no title"}}`.',
  },
  template_too_deep: {
    wrong: `messageTemplate: "${deep(101)}"`,
    right: `messageTemplate: "${deep(3)}"`,
    say: "Blocks may stand in each other 100 deep. Nobody writes that by hand: look at what made the template.",
  },
  template_helper_unknown: {
    wrong: 'messageTemplate: "{{uppercase title}}"',
    right: 'messageTemplate: "{{upper title}}"',
    say: "[Helpers](helpers.md) lists them all. A name with a blank in it needs brackets: `{{contact.[first name]}}`.",
  },
  template_helper_misused: {
    wrong: 'messageTemplate: "{{truncate title}}"',
    right: 'messageTemplate: "{{truncate title 80}}"',
    say: "The message says what the helper takes; [its entry](helpers.md) has an example.",
  },
  template_partial_unknown: {
    wrong: 'messageTemplate: "{{> footer}}"',
    right: 'messageTemplate: "Sent by {{sender}}"',
    say: "Partials stand in `hooks.partials`, by their names.",
  },
  template_partial_cyclic: {
    level: "hooks",
    wrong: `partials:\n  box: "{{#> box}}{{title}}{{/box}}"\n${CALLER}`,
    right: `partials:\n  box: "[{{> @partial-block}}]"\n${CALLER}`,
    say: "A partial gives itself a new body each time, so that it never ends. Within a partial, `{{> @partial-block}}` is the body that it was called with.",
  },
  template_decorator: {
    wrong: 'messageTemplate: "{{* colour}}{{title}}"',
    right: 'messageTemplate: "{{title}}"',
    say: 'The only decorator is `{{#*inline "name"}}…{{/inline}}`.',
  },
  template_escaped_line: {
    wrong: "messageTemplate: '{{title}}\\n{{body}}'",
    right: 'messageTemplate: "{{title}}\\n{{body}}"',
    say: "In YAML, `\\n` is a line break in double quotes only; a [block with `|`](yaml.md#texts-of-several-lines) is easier to read.",
  },
  condition_operator_unknown: {
    wrong: when("{ equals: [{ var: payload.state }, open] }"),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "[Conditions](conditions.md) lists the operators. Two rules are joined with `and` or `or`: one object has one operator.",
  },
  condition_arguments: {
    wrong: when('{ "==": { var: payload.state } }'),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "What an operator compares stands in a list.",
  },
  condition_variable: {
    wrong: when('{ "==": [{ var: state }, open] }'),
    right: when('{ "==": [{ var: payload.state }, open] }'),
    say: "A field of the body begins with `payload.` here; in templates it need not. Other roots are `headers`, `query`, `path` and `now`. A text without `var` is a fixed text.",
  },
  condition_too_deep: {
    wrong: when(`${"{ '!': [".repeat(51)}{ var: payload.state }${"] }".repeat(51)}`),
    right: when("{ '!': [{ var: payload.state }] }"),
    say: "Rules may stand in each other 50 deep.",
  },
};
