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
    say: "The message says at which character. [Coming from Jinja, Liquid, Go or n8n](coming-from.md) shows how other template languages write it, and how it is written here.",
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
  template_foreign_syntax: {
    wrong: 'messageTemplate: "{user.name} opened {{title}}"',
    right: 'messageTemplate: "{{user.name}} opened {{title}}"',
    say: "[Coming from Jinja, Liquid, Go or n8n](coming-from.md) has a table. Where the text is meant as it stands, write a backslash before it, or name its beginning in `hooks.templates.ignore`.",
  },
  template_item_stray: {
    wrong: 'messageTemplate: "{{item.name}}"',
    right: 'forEach: items\nmessageTemplate: "{{item.name}}"',
    say: "`item` and `index` are there where `forEach` makes an action of each element. For a field of the body that has this name write `{{payload.item.name}}`.",
  },
  template_block_field: {
    wrong: 'messageTemplate: "{{#each commits}}- {{commits.message}}{{/each}}"',
    right: 'messageTemplate: "{{#each commits}}- {{message}}{{/each}}"',
    say: "Within `{{#each commits}}`, `{{message}}` is a field of one commit, and the name of the list is no part of it. A field of the event needs `@root` there: `{{@root.repository.name}}`. As a hint it is told where the template reads the same field outside of the block, or where an event shows that the element lacks it.",
  },
  template_name_stray: {
    wrong:
      'messageTemplate: "{{#each commits as |commit|}}- {{commit.message}}{{/each}} {{commit.id}}"',
    right:
      'messageTemplate: "{{#each commits as |commit|}}- {{commit.message}} {{commit.id}}{{/each}}"',
    say: "A name behind `as` is known between the beginning and the end of its block, and not behind its `{{else}}`. A partial does not see it: pass it on, as in `{{> row commit=commit}}`. For a field of the body of that name write `{{payload.commit.id}}`.",
  },
  partial_unused: {
    level: "hooks",
    wrong: `partials:\n  footer: "Sent by {{sender}}"\nmappings:\n  - match: { path: example }\n    messageTemplate: "{{title}}"`,
    right: `partials:\n  footer: "Sent by {{sender}}"\nmappings:\n  - match: { path: example }\n    messageTemplate: "{{title}} {{> footer}}"`,
    say: "Mostly a call was forgotten, or its name has changed. What nothing uses can be removed.",
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
  condition_in_reversed: {
    wrong: when("{ in: [[open, closed], { var: payload.state }] }"),
    right: when("{ in: [{ var: payload.state }, [open, closed]] }"),
    say: "`in` looks for its first value in its second: for a field in a list, or for a part in a text (`{ in: [urgent, { var: payload.title }] }`).",
  },
  condition_compares_text: {
    wrong: when('{ "==": [{ var: payload.merged }, "true"] }'),
    right: when('{ "==": [{ var: payload.merged }, true] }'),
    say: 'In JSON, `true` is a value and `"true"` a text, and they are not equal. Headers, parameters and forms have texts; there it is right, and there is no warning. A sender that writes both is asked for both, with `or`.',
  },
  condition_too_deep: {
    wrong: when(`${"{ '!': [".repeat(51)}{ var: payload.state }${"] }".repeat(51)}`),
    right: when("{ '!': [{ var: payload.state }] }"),
    say: "Rules may stand in each other 50 deep.",
  },
};
