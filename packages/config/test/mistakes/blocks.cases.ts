// Mistakes of blocks, elements and headers, which the config alone shows.
import type { MistakeCase } from "./mistake-case.ts";

const forge = (keys: object) => ({
  hooks: { mappings: [{ match: { path: "forge" }, ...keys }] },
});

const text = (messageTemplate: string) => forge({ messageTemplate });

const PUSH = {
  project: { slug: "p" },
  changes: [
    { ref: "a", log: { title: "one" } },
    { ref: "b", log: { title: "two" } },
  ],
};

export const CASES: readonly MistakeCase[] = [
  {
    name: "the list's own name within its each",
    config: text("{{#each changes}}{{changes.ref}};{{/each}}"),
    code: "template_block_field",
    says: ["hooks.mappings[0].messageTemplate", '"changes.ref"', "Write {{this.ref}}."],
    followed: text("{{#each changes}}{{this.ref}};{{/each}}"),
    event: { path: "forge", payload: PUSH },
    action: { untrustedText: "a;b;" },
  },
  {
    name: "the own name of what a with goes into",
    config: text("{{#with project}}Project {{project.slug}}{{/with}}"),
    code: "template_block_field",
    says: "Write {{this.slug}}.",
    followed: text("{{#with project}}Project {{this.slug}}{{/with}}"),
    event: { path: "forge", payload: PUSH },
    action: { untrustedText: "Project p" },
  },
  {
    name: "a field of the event within an each, which the template reads outside of it, too",
    config: text("{{project.slug}}:{{#each changes}} {{project.slug}}/{{ref}}{{/each}}"),
    code: "template_block_field",
    says: "Write {{@root.project.slug}} if you mean the field of the event.",
    followed: text("{{project.slug}}:{{#each changes}} {{@root.project.slug}}/{{ref}}{{/each}}"),
    event: { path: "forge", payload: PUSH },
    action: { untrustedText: "p: p/a p/b" },
  },
  {
    name: "a field of the event within an each, with an event that shows it",
    config: text("{{#each changes}}{{project.slug}}/{{ref}} {{/each}}"),
    events: [{ path: "forge", payload: PUSH }],
    code: "template_block_field",
    says: ["the event has it", "@root.project.slug"],
    followed: text("{{#each changes}}{{@root.project.slug}}/{{ref}} {{/each}}"),
    event: { path: "forge", payload: PUSH },
    action: { untrustedText: "p/a p/b " },
  },
  {
    name: "forEach whose templates read the singular of the list",
    config: forge({ forEach: "changes", messageTemplate: "{{change.ref}}" }),
    code: "for_each_unread",
    says: ["hooks.mappings[0].forEach", '"changes"', "{{item.field}}"],
    followed: forge({ forEach: "changes", messageTemplate: "{{item.ref}}" }),
    event: { path: "forge", payload: PUSH },
    action: { actions: [{ untrustedText: "a" }, { untrustedText: "b" }] },
  },
  {
    name: "forEach for one action of the whole event",
    config: forge({ forEach: "changes", messageTemplate: "{{project.slug}} has changes" }),
    code: "for_each_unread",
    says: 'remove "forEach" for one action of the event',
    followed: forge({ messageTemplate: "{{project.slug}} has changes" }),
    event: { path: "forge", payload: PUSH },
    action: { outcome: "action", untrustedText: "p has changes" },
  },
  {
    name: "an event of GitHub with capital letters",
    config: headers("x-github-event", "Issue_Comment"),
    code: "match_header_value",
    says: ['hooks.mappings[0].match.headers["x-github-event"]', 'Write "issue_comment".'],
    followed: headers("x-github-event", "issue_comment"),
    event: {
      path: "forge",
      headers: { "x-github-event": "issue_comment" },
      payload: { comment: "hi" },
    },
    action: { outcome: "action", untrustedText: "hi" },
  },
  {
    name: "one of several topics of Shopify with capital letters",
    config: headers("X-Shopify-Topic", ["orders/create", "Refunds/Create"]),
    code: "match_header_value",
    says: 'Write "refunds/create".',
    followed: headers("X-Shopify-Topic", ["orders/create", "refunds/create"]),
    event: {
      path: "forge",
      headers: { "x-shopify-topic": "refunds/create" },
      payload: { comment: "back" },
    },
    action: { outcome: "action", untrustedText: "back" },
  },
  {
    name: "the auth of GitLab beside the header of GitHub",
    config: gitlab({ "x-github-event": "issues" }),
    code: "match_header_vendor",
    says: ['"gitlab"', 'match what "gitlab" sends'],
    followed: gitlab({ "x-gitlab-event": "Issue Hook" }),
    event: {
      path: "forge",
      headers: { "x-gitlab-event": "Issue Hook" },
      payload: { comment: "new" },
    },
    action: { outcome: "action", untrustedText: "new" },
  },
];

function headers(name: string, value: string | readonly string[]) {
  return {
    hooks: {
      mappings: [
        { match: { path: "forge", headers: { [name]: value } }, messageTemplate: "{{comment}}" },
      ],
    },
  };
}

function gitlab(wanted: object) {
  return {
    hooks: {
      mappings: [
        {
          match: { path: "forge", headers: wanted },
          auth: { provider: "gitlab", token: { env: "GITLAB_TOKEN" } },
          messageTemplate: "{{comment}}",
        },
      ],
    },
  };
}
