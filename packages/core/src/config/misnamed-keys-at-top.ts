// Keys of hooks and of their gmail that look right and are not known → what to write instead.

const PORT =
  "Remove it: `hookwright serve --port` and `--host` set the address, or the server that you put the hooks into.";
const LOG = "Remove it: `hookwright serve` logs a line for each request.";
const TOKEN =
  'Write "token", and what a vendor signs with into "auth" of its mapping: { "provider": …, "secret": … }.';
const MAPPINGS = 'Write "mappings": [{ "match": { "path": … }, "messageTemplate": … }].';
const BODY_LIMIT = 'Write "maxBodyBytes", a number of bytes.';
const BASE_PATH = 'Write "path", such as "/hooks".';
const CREDENTIALS = 'Write "credentials": { "file": … }, the file that Google gave you.';

export const MISNAMED_AT_TOP: Readonly<
  Record<"hooks" | "gmail", Readonly<Record<string, string>>>
> = {
  hooks: {
    listen: PORT,
    address: PORT,
    password: TOKEN,
    apiKey: TOKEN,
    api_key: TOKEN,
    authToken: TOKEN,
    tokens: 'Write "token": one token, or a list of the new and the old one.',
    triggers: MAPPINGS,
    handlers: MAPPINGS,
    maxBodySize: BODY_LIMIT,
    maxBody: BODY_LIMIT,
    bodyLimit: BODY_LIMIT,
    prefix: BASE_PATH,
    url: BASE_PATH,
    baseUrl: BASE_PATH,
    debug: LOG,
    logLevel: LOG,
    logging: LOG,
    cors: "Remove it: senders of webhooks are no browsers.",
    rateLimit:
      'Write "rateLimit" into a mapping; wrong credentials are limited by "throttle" of hooks.',
  },
  gmail: {
    mailbox: 'Write "label", such as "INBOX".',
    user: 'Write "account", the address of the mailbox.',
    address: 'Write "account", the address of the mailbox.',
    clientId: CREDENTIALS,
    clientSecret: CREDENTIALS,
    refreshToken: CREDENTIALS,
    apiKey: CREDENTIALS,
    secret: 'Write "pushToken".',
    token: 'Write "pushToken".',
  },
};
