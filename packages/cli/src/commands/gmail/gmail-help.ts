// The text that `hookwright gmail --help` prints after the commands.

export const GMAIL_EXAMPLES: string = `
Examples:
  hookwright gmail setup hooks.json5 --account you@gmail.com --client client.json --dry-run
  hookwright gmail setup hooks.json5 --account you@gmail.com --client client.json
  hookwright gmail setup hooks.json5 --account you@example.org --credentials key.json
  hookwright gmail setup hooks.json5 --account you@gmail.com --client client.json --mode poll
  hookwright gmail setup hooks.json5 --account you@gmail.com --deliver telegram:123456789
  hookwright gmail run hooks.json5
  hookwright gmail status
  hookwright gmail stop hooks.json5 --account you@gmail.com --revoke

setup can be run again at any time: it keeps what is there, and goes on where it was interrupted. It edits the
config in place, and takes the edit back if the config cannot be served then.

Needs npm install @hookwright/gmail beside hookwright. No gcloud, no tunnel and no browser on this machine.
`;
