// What `--help` prints after the options: examples and exit codes.

export const EXAMPLES: string = `
Examples:
  hookwright check hooks.json5
  hookwright explain hooks.json5 --name github --payload push.json --header x-github-event:push
  hookwright serve --config hooks.json5
`;

export const SERVE_EXAMPLES: string = `
Examples:
  hookwright serve --config hooks.json5
  hookwright serve --config hooks.json5 --watch
  hookwright serve --config hooks.json5 --port 0 --json
  HOOKWRIGHT_FORWARD_TOKEN=… hookwright serve --config hooks.json5 \\
    --dispatch forward:http://127.0.0.1:18789/hooks

Actions go to standard output, one JSON line each. Everything else goes to standard error, also what
transform modules print.

--watch: a good change serves the next request; a bad one is reported, and what was loaded before goes on.

Forwarding: a failed request is tried again for up to 8 seconds; after that the sender gets 503.
The other gateway judges the action by its own rules: it fences the text once more, and it refuses
session keys that begin with none of its hooks.allowedSessionKeyPrefixes.
`;

export const CHECK_EXAMPLES: string = `
Examples:
  hookwright check hooks.json5
  hookwright check --strict --json - < hooks.yaml

Transform modules are built and loaded, as by serve; none of their functions is called.

Exit code: 0 without errors (with --strict: without warnings), else 1.
`;

export const EXPLAIN_EXAMPLES: string = `
Examples:
  hookwright explain hooks.json5 --name github --payload push.json --header x-github-event:push
  curl -s https://example.com/event.json | hookwright explain hooks.json5 --name ci --payload -

The transform of the mapping is run, with all that it does: requests that it sends, files that it writes.

Exit code: 0 where the event becomes an action or is handled, else 1.
`;
