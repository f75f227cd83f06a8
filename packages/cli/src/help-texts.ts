// The texts that `--help` prints after the options: examples and exit codes.

export const EXAMPLES: string = `
Examples:
  hookwright init hooks --providers github,stripe
  hookwright check hooks.json5
  hookwright test
  hookwright diff git:HEAD hooks.json5 --events events
  hookwright record --out events
  hookwright explain hooks.json5 --name github --payload push.json --header x-github-event:push
  hookwright serve hooks.json5
  hookwright serve hooks.json5 --dispatch host
  hookwright build hooks.json5 --out plan.json
  hookwright verify hooks.json5 --name github --http captured.http
  hookwright send github --to http://127.0.0.1:18790/hooks/github --secret-env GITHUB_SECRET
  hookwright runs --state dead
`;

export const COMPLETION_EXAMPLES: string = `
Examples:
  source <(hookwright completion bash)     # in ~/.bashrc
  source <(hookwright completion zsh)      # in ~/.zshrc, behind compinit
  hookwright completion fish > ~/.config/fish/completions/hookwright.fish

It knows the commands and options of this version: print it again after an update.
`;

export const SERVE_EXAMPLES: string = `
Examples:
  hookwright serve hooks.json5
  hookwright serve hooks.json5 --watch
  hookwright serve hooks.json5 --port 0 --json
  HOOKWRIGHT_FORWARD_TOKEN=… hookwright serve hooks.json5 \\
    --dispatch forward:http://127.0.0.1:18789/hooks

Actions go to standard output, one JSON line each. Everything else goes to standard error, also the
output of transform modules.

A plan that build made is served like a config. What only the config has is missing: settings of a host come from
--host-config, and --mail needs the config.

--watch: a valid change applies from the next request on, also of a file with a secret. An invalid change is
reported, and the previous hooks stay in use. SIGHUP reads all again, also without --watch.

--dispatch host: runs, heartbeats and deliveries are carried out here, with the settings of the block
"host". What was accepted is in the store of --state-folder, also after a crash: hookwright runs, events,
deliveries, sessions, heartbeat.

--redis-url-env: events that come again are recognized by all servers with the same Redis, and after a
restart. Without it, each server remembers its own until it stops. Needs npm install @redis/client.

Forwarding: a failed request is retried for up to 8 seconds; then the sender gets 503.
The other gateway applies its own rules: it fences the text again, and it refuses a session key
that does not begin with one of its hooks.allowedSessionKeyPrefixes.
`;

export const CHECK_EXAMPLES: string = `
Examples:
  hookwright check hooks.json5
  hookwright check --strict --secrets --json - < hooks.yaml
  hookwright check hooks.json5 --events events
  hookwright check hooks.json5 --fix --dry-run
  hookwright check hooks.json5 --events events --fix=all

Builds transform modules and runs none of their code; --transforms run also loads them as serve does, and
calls none of their functions. A missing secret is a warning; with --secrets it is an error.

--events also resolves recorded events, and reports what only they show: fields that they lack, values that a
helper cannot read, conditions that never change their answer. Transforms are left out.

--fix mends keys, values, templates of other engines and the syntax of the file in place; comments and every
other byte stay. --fix=all also writes what is a guess. --dry-run shows the changes, and writes nothing.

Exit code: 0 without errors (with --strict: without warnings), else 1.
`;

export const BUILD_EXAMPLES: string = `
Examples:
  hookwright build hooks.json5 --out plan.json
  hookwright build > plan.json && hookwright serve plan.json

Checks the config as check does, with its report, and writes the plan where there is no error. The same config
gives the same bytes on every machine. The plan holds references to secrets and no secret: one that is written
as a text is an error that names the reference to write.

serve, and @hookwright/core/runtime in a program or Worker, serve the plan. Files that it refers to, such as
transform modules, are looked for beside it.

Exit code: 0 if the plan was made, else 1.
`;

export const EXPLAIN_EXAMPLES: string = `
Examples:
  hookwright explain hooks.json5 --name github --payload push.json --header x-github-event:push
  hookwright explain hooks.json5 --event events/push.event.json --header x-github-event:ping
  hookwright explain hooks.json5 --event events/all.ndjson:3
  pbpaste | hookwright explain hooks.json5 --http - --name github
  curl -s https://example.com/event.json | hookwright explain hooks.json5 --name ci --payload -

--event reads NAME.event.json, .event.json5 or .event.yaml with path, headers, query and payload, .ndjson with
one event a line, and any other .json as the payload alone. --http reads a request as GitHub's Recent
deliveries or webhook.site show it. --name, --header, --query and --payload override parts of either.

The transform of the mapping is left out, unless --transforms run says so: it may send requests and write
files.

Exit code: 0 if the event becomes an action or is handled, else 1.
`;

export const TEST_EXAMPLES: string = `
Examples:
  hookwright test
  hookwright test hooks.test.yaml --filter review
  hookwright test --update
  hookwright test --reporter junit > report.xml
  hookwright test --watch
  hookwright test --coverage
  hookwright test --suggest
  hookwright test --min-coverage 100 --min-mutation 95
  hookwright test --mutate --since origin/main

New snapshots are written to __snapshots__ beside the test file, except where the environment variable CI
is set: there, they fail. Transform modules are not run: the test file has a stub for each.

Exit code: 0 if every case passes, 1 if one fails, a config has errors or a floor is missed, 2 if a test
file cannot be used.
`;

export const VERIFY_EXAMPLES: string = `
Examples:
  hookwright verify --provider github --secret-env GITHUB_SECRET --http captured.http
  hookwright verify hooks.json5 --name stripe --http captured.http --at 2026-01-31T12:00:00Z

The file is the request line, the headers, an empty line, and the bytes of the body as they arrived.
--secret-env, --secret-file, --token-env, --token-file and --public-key-env may be repeated, newest first.
Secrets are never shown.

Exit code: 0 if the request passes, 1 if it is refused, 2 if the command line or the config is wrong.
`;

export const SEND_EXAMPLES: string = `
Examples:
  hookwright send --list
  hookwright send github --to http://127.0.0.1:18790/hooks/github --secret-env GITHUB_SECRET
  hookwright send stripe --event invoice.payment_failed --to URL --secret-file stripe.secret
  hookwright send --event-file push.event.json --to http://127.0.0.1:18790
  hookwright send github --body issue.json --header X-GitHub-Event:issues --to URL --secret-env GITHUB_SECRET
  hookwright send slack --to URL --secret-env SLACK_SECRET --tamper time
  hookwright send discord --to URL --new-key
  hookwright send meta --handshake --to URL --verify-token-env META_VERIFY
  hookwright send github --http captured.http --secret-env GITHUB_SECRET

Secrets come from the environment, from files, or by the config, never from arguments. Senders that sign the
URL sign --to, or --public-url where the config names another one.

Exit code: 0 for an answer of 2xx, with --tamper for 401, and with --handshake for the right answer; else 1;
2 if the command line is wrong.
`;
