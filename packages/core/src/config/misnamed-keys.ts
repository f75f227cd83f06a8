// Keys that look right and are not known → what to write instead, by the object they were written in.

const PORT =
  "Remove it: `hookwright serve --port` and `--host` set the address, or the server that you put the hooks into.";

const LOG = "Remove it: `hookwright serve` logs a line for each request.";

const TOKEN =
  'Write "token", and what a vendor signs with into "auth" of its mapping: { "provider": …, "secret": … }.';

const MAPPINGS = 'Write "mappings": [{ "match": { "path": … }, "messageTemplate": … }].';

const BODY_LIMIT = 'Write "maxBodyBytes", a number of bytes.';

const BASE_PATH = 'Write "path", such as "/hooks".';

const CREDENTIALS = 'Write "credentials": { "file": … }, the file that Google gave you.';

/** Keys of hooks and of their gmail that look right and are not known → what to write instead. */
const MISNAMED_AT_TOP: Readonly<Record<"hooks" | "gmail", Readonly<Record<string, string>>>> = {
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

const AUTH =
  'Write "auth": { "provider": …, "secret": … }; for a sender without a provider, "scheme": "hmac" and where its signature stands.';

const DEDUPE =
  'Write "dedupeKey": an expression with the id of the event, such as "github:{{delivery.id}}".';

const RECIPIENT = 'Write "to", the recipient on the "channel".';

const TIMEOUT = 'Write "timeoutSeconds", a number of seconds.';

const FOR_EACH = 'Write "forEach": "path.of.the.list".';

const MODULE = 'Write "module".';

const NO_METHOD = "Remove it: hooks are always POST requests.";

export type Hints = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In a hint, `<value>` stands for what was written, where it is a text or a list of texts. */
export const MISNAMED: Hints = {
  ...MISNAMED_AT_TOP,
  mapping: {
    message: 'Write "messageTemplate".',
    text: 'Write "textTemplate" with "action": "wake", or "messageTemplate".',
    template: 'Write "messageTemplate".',
    prompt: 'Write "messageTemplate".',
    content: 'Write "messageTemplate".',
    system: 'Write "instructions".',
    systemPrompt: 'Write "instructions".',
    agent_id: 'Write "agentId".',
    agent: 'Write "agentId".',
    session_key: 'Write "sessionKey".',
    session: 'Write "sessionKey".',
    path: 'Write "match": { "path": … }.',
    url: 'Write "match": { "path": … }: the name after the base path.',
    endpoint: 'Write "match": { "path": … }: the name after the base path.',
    route: 'Write "match": { "path": … }: the name after the base path.',
    source: 'Write "match": { "source": … }.',
    headers: 'Write "match": { "headers": … }.',
    query: 'Write "match": { "query": … }.',
    when: 'Write "match": { "when": … }.',
    each: FOR_EACH,
    loop: FOR_EACH,
    splitOn: FOR_EACH,
    if: 'Write "match": { "when": … }.',
    timeout: TIMEOUT,
    timeoutMs: TIMEOUT,
    mode: 'Write "wakeMode".',
    target: RECIPIENT,
    account: 'Write "accountId", the account of the "channel".',
    account_id: 'Write "accountId".',
    contentType: 'Write "body": "json", "form", "multipart" or "text".',
    reply: 'Write "respond": { "text": … }.',
    challenge: 'Write "auth": { "handshake": … }; known vendors are answered without it.',
    dedupe: DEDUPE,
    idempotencyKey: DEDUPE,
    schedule: "Remove it: a mapping acts on webhooks, and not on time.",
    cron: "Remove it: a mapping acts on webhooks, and not on time.",
    hmac: AUTH,
    signature: AUTH,
    secret: AUTH,
    webhookSecret: AUTH,
    hmacSecret: AUTH,
    provider: 'Write "auth": { "provider": …, "secret": … }.',
    token: 'Write "auth": { "token": …, "header": … }.',
  },
  auth: {
    webhookSecret: 'Write "secret".',
    hmacSecret: 'Write "secret".',
    hmac: 'Write "scheme": "hmac".',
    name: 'Write "provider".',
    type: 'Write the vendor as "provider", or "scheme": "hmac".',
    tolerance: 'Write "toleranceSeconds".',
    url: 'Write "publicUrl".',
    bearer: 'Write "token".',
    verifyToken: 'Write "handshake": { "verifyToken": … }.',
    prefix: 'Write "signature": { "prefix": … }.',
  },
  match: {
    name: 'Write "path": the name after the base path.',
    url: 'Write "path": the name after the base path.',
    method: NO_METHOD,
    type: 'Write "when": { "==": [{ "var": "payload.type" }, <value>] }.',
    regex: 'Write "when": { "matches": [{ "var": "path" }, <value>] }.',
    pattern: 'Write "when": { "matches": [{ "var": "path" }, <value>] }.',
    provider: 'Remove it, and write "auth": { "provider": <value>, "secret": … } beside "match".',
    params: 'Write "query".',
  },
  transform: {
    file: MODULE,
    path: MODULE,
    script: MODULE,
    src: MODULE,
    name: MODULE,
    function: 'Write "export".',
    timeout: 'Write "timeoutMs", a number of milliseconds.',
    timeoutSeconds: 'Write "timeoutMs", a number of milliseconds.',
  },
  respond: {
    body: 'Write "text", or "json" for a JSON value.',
    message: 'Write "text", or "json" for a JSON value.',
    code: 'Write "status".',
    statusCode: 'Write "status".',
    contentType: 'Write "type".',
  },
};

/** Keys of newer gateways that are not known here. */
export const NEWER: Hints = {
  mapping: {
    waitForCompletion:
      "Remove it: senders get their answer as soon as the action is accepted, and never wait for a run.",
    sessionKeySource:
      'Remove it: a key with literal text before its first expression is yours; any other is judged by "allowedSessionKeyPrefixes" of hooks.',
  },
  gmail: {
    delivery: 'Remove it, and write "mode": "push", "pull" or "poll".',
  },
};
