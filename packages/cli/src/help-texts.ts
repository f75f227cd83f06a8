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

The script knows the commands and options of this version: print it again after an update.
`;

export const SERVE_EXAMPLES: string = `
Examples:
  hookwright serve hooks.json5
  hookwright serve hooks.json5 --watch
  hookwright serve hooks.json5 --port 0 --json
  HOOKWRIGHT_FORWARD_TOKEN=… hookwright serve hooks.json5 \\
    --dispatch forward:http://127.0.0.1:18789/hooks

Actions go to standard output, one JSON line each. Everything else goes to standard error, including the
output of transform modules.

A plan is served like a config, without what only the config has: --mail needs the config, and the settings of a
host come from --host-config.

--watch: a valid change applies from the next request on, including a change of a file with a secret. An invalid
change is reported, and the previous hooks stay in use. SIGHUP also reloads everything, without --watch.

--dispatch host: this process runs the actions, heartbeats and deliveries, with the settings of the block "host".
Everything that was accepted survives a crash in the store of --state-folder. See hookwright runs, events,
deliveries, sessions, heartbeat.

--redis-url-env: all servers with the same Redis recognize repeated events, even after a restart. Without it, each
server remembers its own events until it stops. Needs npm install @redis/client.

Forwarding: a failed request is retried for up to 8 seconds; then the sender gets 503. The other gateway applies its
own rules: it fences the text again, and refuses a session key that does not begin with one of its
hooks.allowedSessionKeyPrefixes.
`;

export const CHECK_EXAMPLES: string = `
Examples:
  hookwright check hooks.json5
  hookwright check --strict --secrets --json - < hooks.yaml
  hookwright check hooks.json5 --events events
  hookwright check hooks.json5 --fix --dry-run
  hookwright check hooks.json5 --events events --fix=all

Builds transform modules without running them; --transforms run also loads them as serve does, without calling
their functions. A missing secret is a warning; with --secrets it is an error.

--events also resolves recorded events, and reports what only they show: fields that they lack, values that a
helper cannot read, conditions with the same result for all events. Transforms are skipped.

--fix fixes keys, values, templates of other engines and the syntax of the file in place, and keeps comments and
every other byte. --fix=all also applies guesses. --dry-run prints the changes without writing them.

Exit code: 0 without errors (with --strict: without warnings), else 1.
`;

export const BUILD_EXAMPLES: string = `
Examples:
  hookwright build hooks.json5 --out plan.json
  hookwright build > plan.json && hookwright serve plan.json

Checks the config as check does, and writes the plan if there is no error. The same config gives the same bytes on
every machine. The plan holds references to secrets, but no secret: a secret that is written as text is an error,
which names the reference to write.

serve runs the plan, and so does @hookwright/core/runtime in a program or Worker. Files that it refers to, such as
transform modules, are expected beside it.

Exit code: 0 if the plan was made, else 1.
`;

export const PLAYGROUND_EXAMPLES: string = `
Examples:
  hookwright playground
  hookwright playground hooks.json5 --port 8100
  hookwright playground --hooks-port 8200 --token-file playground.token

Prints the URL to open, with the token of this start. Only this machine reaches the page. It shows the config, the files
that it includes, event files and tests below the folder of the config. It writes a file when you click Save, and runs
transform modules when you click Run transforms.

Requests to the hooks of the config are authenticated and answered as by serve, and appear in the page without their
secrets. Nothing is dispatched. They come to another port than the page, so a tunnel to it does not lead to your files.

Exit code: 0 when it ends with a signal, 1 if the port is in use, 2 if the config cannot be read.
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

The transform of the mapping is skipped, because it may send requests and write files; --transforms run runs it.

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

New snapshots are written to __snapshots__ beside the test file. If the environment variable CI is set, they fail
instead. Transform modules are not run: the test file has a stub for each.

Exit code: 0 if every case passes, 1 if a case fails, a config has errors or a minimum is missed, 2 if a test file
cannot be used.
`;

export const VERIFY_EXAMPLES: string = `
Examples:
  hookwright verify --provider github --secret-env GITHUB_SECRET --http captured.http
  hookwright verify hooks.json5 --name stripe --http captured.http --at 2026-01-31T12:00:00Z

The file has the request line, the headers, an empty line, and the bytes of the body as they arrived. --secret-env,
--secret-file, --token-env, --token-file and --public-key-env may be repeated, newest first. Secrets are never
printed.

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

Secrets come from the environment, from files or from the config, never from arguments. For senders that sign the
URL, --public-url replaces --to in the signature.

Exit code: 0 for an answer of 2xx, with --tamper for 401, and with --handshake for the right answer; else 1;
2 if the command line is wrong.
`;
