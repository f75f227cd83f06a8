// The text that `hookwright gmail --help` prints after the commands.

export const GMAIL_EXAMPLES: string = `
Examples:
  hookwright gmail setup --account you@gmail.com --config hooks.json5 --client client.json --dry-run
  hookwright gmail setup --account you@gmail.com --config hooks.json5 --client client.json
  hookwright gmail setup --account you@example.org --config hooks.json5 --credentials key.json
  hookwright gmail setup --account you@gmail.com --config hooks.json5 --client client.json --mode poll
  hookwright gmail setup --account you@gmail.com --config hooks.json5 --deliver telegram:123456789
  hookwright gmail run --config hooks.json5
  hookwright gmail status
  hookwright gmail stop --account you@gmail.com --config hooks.json5 --revoke

setup can be run again at any time: it keeps what is there, and goes on where it was interrupted. It edits the
config in place, and takes the edit back if the config cannot be served then.

Needs npm install @hookwright/gmail beside hookwright. No gcloud, no tunnel and no browser on this machine.
`;
