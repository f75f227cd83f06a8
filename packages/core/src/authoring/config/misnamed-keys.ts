// Keys that look right and are not known → what to write instead: rows, by the object that the key was written in.
//
// A row says which key is meant and whether the key may take that name; one of the functions below writes its
// sentence. A further row is one line here, and one in common-mistakes.test.ts.

/** What was meant by a key. */
export interface KeyRow {
  /** The key that is meant, where it is one of the same object. */
  readonly key?: string;
  /** The key can take that name: its value fits unchanged, or may have to change, too. */
  readonly renames?: "value fits" | "value may change";
  /** For what was written as the value. */
  readonly hint: (value: unknown) => string;
}

/** By the object that the key was written in, and the key. */
export type KeyRows = Readonly<Record<string, Readonly<Record<string, KeyRow>>>>;

/** Another name: the value means the same. */
function rename(key: string): KeyRow {
  return { key, renames: "value fits", hint: () => `Write "${key}".` };
}

/** A key that is written nearly so. */
export function nearKey(key: string): KeyRow {
  return { key, renames: "value fits", hint: () => `Did you mean "${key}"?` };
}

/** Another name, and what the value has to be. */
function renameAndCheck(key: string, rest: string): KeyRow {
  return { key, renames: "value may change", hint: () => `Write "${key}"${rest}.` };
}

/** A key with a value of another shape, which `rest` shows. */
function rewrite(key: string, rest: string | ((value: unknown) => string)): KeyRow {
  const restOf = typeof rest === "string" ? () => rest : rest;
  return { key, hint: (value) => `Write "${key}"${restOf(value)}.` };
}

/** Anything else. */
function say(hint: string | ((value: unknown) => string)): KeyRow {
  return { hint: typeof hint === "string" ? () => hint : hint };
}

/** Names and lists of names; any other value may be long, or a secret. */
export function showNames(value: unknown): string {
  const names = Array.isArray(value) ? value : [value];
  const areNames = names.every((name) => isTextValue(name) && /^[\w.:/ -]{1,60}$/.test(name));
  return areNames ? JSON.stringify(value) : "…";
}

/** A header or a parameter may be a secret; a path is none. */
function showText(value: unknown): string {
  return isTextValue(value) ? JSON.stringify(value) : "…";
}

export function isTextValue(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

const PORT = say(
  "Remove it: `hookwright serve --port` and `--host` set the address, or the server that you put the hooks into.",
);

const LOG = say("Remove it: `hookwright serve` logs a line for each request.");

const TOKEN = renameAndCheck(
  "token",
  ', and what a vendor signs with into "auth" of its mapping: { "provider": …, "secret": … }',
);

const MAPPINGS = rewrite("mappings", ': [{ "match": { "path": … }, "messageTemplate": … }]');

const BODY_LIMIT = renameAndCheck("maxBodyBytes", ", a number of bytes");

const BASE_PATH = renameAndCheck("path", ', such as "/hooks"');

const CREDENTIALS = rewrite("credentials", ': { "file": … }, the file that Google gave you');

const NO_METHOD = say("Remove it: hooks are always POST requests.");

const OPEN_ALL = say(
  'Remove it: /wake and /agent always want the hook token. A mapping that everybody may call has "auth": "none".',
);

const ADDRESSES = say(
  'Remove it: addresses are not checked here. Let the proxy or firewall in front do it, and let the sender prove who it is with "auth".',
);

/** For what names several, or any. */
export const ONE_MAILBOX =
  'A config watches one label of one mailbox. For a second mailbox write a second config with an "account" of its own, and run `hookwright gmail run` for each; for a second label of one mailbox, also give each a `--state-folder` of its own.';

const MAILBOXES = say(`Write "account", the address of the mailbox. ${ONE_MAILBOX}`);

export const IMAP_HINT =
  "Remove it: only Gmail is watched. For another mailbox, let its provider or a script forward each mail: to a Gmail account, or as a POST to a mapping of your own.";

const IMAP = say(IMAP_HINT);

const MISNAMED_AT_TOP: KeyRows = {
  hooks: {
    skipAuth: OPEN_ALL,
    noAuth: OPEN_ALL,
    public: OPEN_ALL,
    allowUnauthenticated: OPEN_ALL,
    requireAuth: OPEN_ALL,
    ip: ADDRESSES,
    allowlist: ADDRESSES,
    allowedIps: ADDRESSES,
    local_only: ADDRESSES,
    localOnly: ADDRESSES,
    allowed_methods: NO_METHOD,
    methods: NO_METHOD,
    imap: IMAP,
    mail: IMAP,
    email: IMAP,
    outlook: IMAP,
    listen: PORT,
    address: PORT,
    password: TOKEN,
    apiKey: TOKEN,
    api_key: TOKEN,
    authToken: TOKEN,
    tokens: renameAndCheck("token", ": one token, or a list of the new and the old one"),
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
    cors: say("Remove it: webhook senders are not browsers."),
    rateLimit: say(
      'Write "rateLimit" into a mapping; wrong credentials are limited by "throttle" of hooks.',
    ),
  },
  gmail: {
    accounts: MAILBOXES,
    mailboxes: MAILBOXES,
    users: MAILBOXES,
    emails: MAILBOXES,
    labels: say(`Write "label", the name of one. ${ONE_MAILBOX}`),
    imap: IMAP,
    host: IMAP,
    mailbox: renameAndCheck("label", ', such as "INBOX"'),
    user: renameAndCheck("account", ", the address of the mailbox"),
    address: renameAndCheck("account", ", the address of the mailbox"),
    clientId: CREDENTIALS,
    clientSecret: CREDENTIALS,
    refreshToken: CREDENTIALS,
    apiKey: CREDENTIALS,
    secret: rename("pushToken"),
    token: rename("pushToken"),
  },
};

const AUTH = rewrite(
  "auth",
  ': { "provider": …, "secret": … }; for a sender without a provider, "scheme": "hmac" and where its signature is',
);

const DEDUPE = renameAndCheck(
  "dedupeKey",
  ': an expression with the id of the event, such as "github:{{delivery.id}}"',
);

const RECIPIENT = renameAndCheck("to", ', the recipient on the "channel"');

const TIMEOUT = renameAndCheck("timeoutSeconds", ", a number of seconds");

const FOR_EACH = rewrite("forEach", ': "path.of.the.list"');

const MODULE = rename("module");

const PATTERN = rewrite(
  "when",
  (value) => `: { "matches": [{ "var": "path" }, ${showNames(value)}] }`,
);

/** A switch that is off says what holds anyway. */
const OPEN = say((value) =>
  value === false
    ? 'Remove it: a hook without "auth" wants the hook token.'
    : 'Write "auth": "none", which lets everybody call this hook. Better is the signature of the sender: "auth": { "provider": …, "secret": … }.',
);

/** The same, said the other way round. */
const CLOSED = say((value) =>
  value === false
    ? 'Write "auth": "none", which lets everybody call this hook. Better is the signature of the sender: "auth": { "provider": …, "secret": … }.'
    : 'Remove it: a hook without "auth" wants the hook token.',
);

const THREAD = say(
  'Write it into "to": "-1001234567890:topic:7" is a topic of Telegram; a thread of Discord has an id of its own.',
);

const JOINED = rewrite(
  "coalesce",
  ': { "key": "{{id}}", "seconds": 30 }, which joins the events of a burst into one action',
);

const JOINED_BY_MAPPING = say(
  'Write "coalesce": { "key": "{{id}}", "seconds": 30 } into a mapping: it joins the events of a burst into one action.',
);

const DELAY = say(
  'Remove it: an event acts at once. "coalesce": { "key": …, "seconds": 30 } waits for further events with the same key, and "action": "wake" with "wakeMode": "next-heartbeat" for the next turn of the main session.',
);

/** The time without a further event, as other products name it. */
const QUIET = renameAndCheck(
  "seconds",
  ", how long no further event must come until the action starts",
);

const LONGEST = renameAndCheck(
  "maxSeconds",
  ", how long after its first event the action starts at the latest",
);

const SHARED = renameAndCheck(
  "key",
  ': an expression with what the events have in common, such as "{{repository.full_name}}"',
);

const MOST = renameAndCheck("limit", ", a number of events");

const KEPT = renameAndCheck("keep", ': "all" or "last"');

const ONLY_DELIVER = rewrite(
  "action",
  ': "deliver" with a "textTemplate": the text goes to the channel, and no model runs',
);

const RATE = rewrite("rateLimit", ': { "events": 10, "perSeconds": 60 }');

const TOOLS = say(
  'Remove it: the agent has the tools and skills of its own settings. Name an agent with the right ones as "agentId".',
);

const FALLBACKS = say(
  'Remove it, and name one "model": other models in its place are a setting of the agent.',
);

const CALLBACK = say(
  'Remove it: add the address to "notify" of host, and name that endpoint as "onCompletion" of a mapping. The answer of a run goes to "channel" and "to".',
);

const RETENTION = say(
  "Remove it: how long sessions are kept is a setting of who carries actions out, such as `host.retainDays`.",
);

const QUEUES = say(
  'Remove it: the runs of one session key follow each other, those of others run at once. "maxConcurrent" of a mapping limits how many of its runs are at work.',
);

const PROOF = rewrite(
  "auth",
  ': { "provider": …, "secret": … }; a check of your own has a name: { "verify": "name" }',
);

const RETRIES = say(
  "Remove it: the sender sends again what was refused, and a host repeats a run that fails.",
);

const PARALLEL = renameAndCheck(
  "maxConcurrent",
  ", how many runs of the mapping may be at work at a time",
);

const ORDER = say(
  "Remove it: the first mapping that matches takes the event, so the order of the list decides.",
);

const CONTINUE = renameAndCheck(
  "continue",
  ": true, and the next mapping that matches gets the event, too",
);

/** In other rule languages, a rule ends the list unless this is off. */
const STOP = say((value) =>
  value === false
    ? 'Write "continue": true: the next mapping that matches gets the event, too.'
    : 'Remove it: the first mapping that matches is the last one, unless it says "continue": true.',
);

const LABELS = say("Remove it, or write it as a comment: // …");

export const MISNAMED: KeyRows = {
  ...MISNAMED_AT_TOP,
  mapping: {
    skipAuth: OPEN,
    skip_auth: OPEN,
    noAuth: OPEN,
    no_auth: OPEN,
    disableAuth: OPEN,
    public: OPEN,
    isPublic: OPEN,
    anonymous: OPEN,
    allowAnonymous: OPEN,
    allowUnauthenticated: OPEN,
    allow_unauthenticated: OPEN,
    unauthenticated: OPEN,
    requireAuth: CLOSED,
    requireToken: CLOSED,
    authenticate: CLOSED,
    threadId: THREAD,
    thread_id: THREAD,
    thread: THREAD,
    messageThreadId: THREAD,
    message_thread_id: THREAD,
    topicId: THREAD,
    topic_id: THREAD,
    topic: THREAD,
    ip: ADDRESSES,
    ips: ADDRESSES,
    allowedIps: ADDRESSES,
    allowed_ips: ADDRESSES,
    ipAllowlist: ADDRESSES,
    ipWhitelist: ADDRESSES,
    ip_whitelist: ADDRESSES,
    allowlist: ADDRESSES,
    whitelist: ADDRESSES,
    allowFrom: ADDRESSES,
    local_only: ADDRESSES,
    localOnly: ADDRESSES,
    allowed_methods: NO_METHOD,
    allowedMethods: NO_METHOD,
    methods: NO_METHOD,
    verify: PROOF,
    verifySignature: PROOF,
    verification: PROOF,
    debounce: JOINED,
    debounceMs: JOINED,
    debounceSeconds: JOINED,
    batch: JOINED,
    aggregate: JOINED,
    groupBy: JOINED,
    group_by: JOINED,
    batchWindow: JOINED,
    collapse: JOINED,
    coalesceKey: JOINED,
    throttle: RATE,
    cooldown: RATE,
    cooldownSeconds: RATE,
    retries: RETRIES,
    retry: RETRIES,
    maxRetries: RETRIES,
    concurrency: PARALLEL,
    maxConcurrency: PARALLEL,
    parallel: PARALLEL,
    fallthrough: CONTINUE,
    fallThrough: CONTINUE,
    passthrough: CONTINUE,
    passThrough: CONTINUE,
    continueMatching: CONTINUE,
    stop: STOP,
    stopOnMatch: STOP,
    stop_processing: STOP,
    stopProcessing: STOP,
    final: STOP,
    terminal: STOP,
    break: STOP,
    priority: ORDER,
    order: ORDER,
    weight: ORDER,
    tags: LABELS,
    labels: LABELS,
    maxBodySize: BODY_LIMIT,
    maxBody: BODY_LIMIT,
    bodyLimit: BODY_LIMIT,
    sessionTarget: renameAndCheck("sessionMode", ': "isolated" or "persistent"'),
    rate_limit: RATE,
    deliverOnly: ONLY_DELIVER,
    deliver_only: ONLY_DELIVER,
    delay: DELAY,
    delayMs: DELAY,
    delaySeconds: DELAY,
    callback: CALLBACK,
    webhookUrl: CALLBACK,
    replyTo: RECIPIENT,
    tools: TOOLS,
    allowedTools: TOOLS,
    message: rename("messageTemplate"),
    text: rewrite("textTemplate", ' with "action": "wake", or "messageTemplate"'),
    template: rename("messageTemplate"),
    prompt: rename("messageTemplate"),
    content: rename("messageTemplate"),
    system: rename("instructions"),
    systemPrompt: rename("instructions"),
    agent_id: rename("agentId"),
    agent: rename("agentId"),
    session_key: rename("sessionKey"),
    session: rename("sessionKey"),
    path: rewrite("match", (value) => `: { "path": ${showText(value)} }`),
    url: rewrite("match", ': { "path": … }: the name after the base path'),
    endpoint: rewrite("match", ': { "path": … }: the name after the base path'),
    source: rewrite("match", (value) => `: { "source": ${showText(value)} }`),
    headers: rewrite("match", ': { "headers": … }'),
    query: rewrite("match", ': { "query": … }'),
    when: rewrite("match", ': { "when": … }'),
    each: FOR_EACH,
    loop: FOR_EACH,
    splitOn: FOR_EACH,
    if: rewrite("match", ': { "when": … }'),
    timeout: TIMEOUT,
    timeoutMs: TIMEOUT,
    mode: rename("wakeMode"),
    target: RECIPIENT,
    account: renameAndCheck("accountId", ', the account of the "channel"'),
    account_id: rename("accountId"),
    contentType: rewrite("body", ': "json", "form", "multipart", "text" or "ndjson"'),
    reply: rewrite("respond", ': { "text": … }'),
    challenge: rewrite("auth", ': { "handshake": … }; known vendors are answered without it'),
    dedupe: DEDUPE,
    idempotencyKey: DEDUPE,
    schedule: say("Remove it: a mapping acts on webhooks, and not on time."),
    cron: say("Remove it: a mapping acts on webhooks, and not on time."),
    hmac: AUTH,
    signature: AUTH,
    secret: AUTH,
    webhookSecret: AUTH,
    hmacSecret: AUTH,
    provider: rewrite("auth", ': { "provider": …, "secret": … }'),
    token: rewrite("auth", ': { "token": …, "header": … }'),
  },
  auth: {
    enabled: CLOSED,
    required: CLOSED,
    disabled: OPEN,
    optional: OPEN,
    skip: OPEN,
    none: OPEN,
    ip: ADDRESSES,
    allowlist: ADDRESSES,
    webhookSecret: rename("secret"),
    hmacSecret: rename("secret"),
    hmac: rewrite("scheme", ': "hmac"'),
    name: rename("provider"),
    type: say('Write the vendor as "provider", or "scheme": "hmac".'),
    tolerance: rename("toleranceSeconds"),
    url: rename("publicUrl"),
    bearer: rename("token"),
    verifyToken: rewrite("handshake", ': { "verifyToken": … }'),
  },
  match: {
    name: renameAndCheck("path", ": the name after the base path"),
    url: renameAndCheck("path", ": the name after the base path"),
    method: NO_METHOD,
    allowed_methods: NO_METHOD,
    ip: ADDRESSES,
    ips: ADDRESSES,
    sourceIp: ADDRESSES,
    remoteAddress: ADDRESSES,
    type: rewrite(
      "when",
      (value) => `: { "==": [{ "var": "payload.type" }, ${showNames(value)}] }`,
    ),
    regex: PATTERN,
    pattern: PATTERN,
    provider: say(
      (value) =>
        `Remove it, and write "auth": { "provider": ${showNames(value)}, "secret": … } beside "match".`,
    ),
    params: rename("query"),
  },
  transform: {
    file: MODULE,
    path: MODULE,
    script: MODULE,
    src: MODULE,
    name: MODULE,
    function: rename("export"),
    timeout: renameAndCheck("timeoutMs", ", a number of milliseconds"),
    timeoutSeconds: renameAndCheck("timeoutMs", ", a number of milliseconds"),
  },
  coalesce: {
    by: SHARED,
    on: SHARED,
    field: SHARED,
    groupBy: SHARED,
    group_by: SHARED,
    period: QUIET,
    window: QUIET,
    windowSeconds: QUIET,
    windowMs: QUIET,
    wait: QUIET,
    delay: QUIET,
    debounce: QUIET,
    debounceSeconds: QUIET,
    debounceMs: QUIET,
    quietSeconds: QUIET,
    timeout: LONGEST,
    maxWait: LONGEST,
    maxWaitSeconds: LONGEST,
    maxDelay: LONGEST,
    max: MOST,
    maxSize: MOST,
    maxEvents: MOST,
    count: MOST,
    size: MOST,
    mode: KEPT,
    strategy: KEPT,
    take: KEPT,
  },
  respond: {
    body: renameAndCheck("text", ', or "json" for a JSON value'),
    message: renameAndCheck("text", ', or "json" for a JSON value'),
    code: rename("status"),
    statusCode: rename("status"),
    contentType: rename("type"),
  },
};

/** Keys of newer gateways that are not known here. */
export const NEWER: KeyRows = {
  hooks: {
    sessionRetention: RETENTION,
    queues: QUEUES,
    queue: QUEUES,
    fallbacks: FALLBACKS,
    toolsAllow: TOOLS,
    skills: TOOLS,
    callbackUrl: CALLBACK,
    coalesce: JOINED_BY_MAPPING,
    debounce: JOINED_BY_MAPPING,
  },
  mapping: {
    sessionRetention: RETENTION,
    queues: QUEUES,
    queue: QUEUES,
    fallbacks: FALLBACKS,
    modelFallbacks: FALLBACKS,
    toolsAllow: TOOLS,
    toolsDeny: TOOLS,
    skills: TOOLS,
    deliverOnly: say(
      'Remove it: nothing is sent without a run of the agent. Nearest are "instructions" that ask for an answer with the text alone; "deliver", "channel" and "to" say where it goes.',
    ),
    callbackUrl: CALLBACK,
    waitForCompletion: say(
      'Remove it: it is a field of a request to /agent. Senders to a mapping get their answer as soon as the action is accepted; "onCompletion" posts how its runs end.',
    ),
    sessionKeySource: say(
      'Remove it: a key with literal text before its first expression is yours; any other must match "allowedSessionKeyPrefixes" of hooks.',
    ),
  },
  gmail: {
    delivery: say('Remove it, and write "mode": "push", "pull" or "poll".'),
  },
};

const CODE = say(
  'Remove it: a mapping starts a run of the agent, and no command. Code of your own goes into "transform": { "module": "file.js" }.',
);

const CONDITION = rewrite("match", ': { "when": { "==": [{ "var": "payload.field" }, "value"] } }');

const RULE = rewrite("when", ': { "==": [{ "var": "payload.field" }, "value"] }');

const ANSWER = rewrite("respond", ': { "status": 200, "text": "ok" }');

const PORT_OPTION = say(
  "Remove it: the port is an option of the command, as in hookwright serve --port 18790.",
);

const HOST_OPTION = say(
  "Remove it: the address is an option of the command, as in hookwright serve --host 127.0.0.1.",
);

const ACTION = rewrite("action", ': "agent", "wake" or "deliver"');

/** Keys of other systems: their hint is used if no known key is near. */
export const FOREIGN: KeyRows = {
  hooks: {
    port: PORT_OPTION,
    host: HOST_OPTION,
    bind: HOST_OPTION,
    auth: rewrite("token", ': "${NAME}"; a sender that signs has its "auth" in its mapping'),
    secret: rewrite(
      "token",
      ': "${NAME}"; a sender that signs has its secret in "auth" of its mapping',
    ),
    routes: rename("mappings"),
    webhooks: rename("mappings"),
    endpoints: rename("mappings"),
    rules: rename("mappings"),
    basePath: rename("path"),
  },
  mapping: {
    "execute-command": CODE,
    command: CODE,
    run: CODE,
    exec: CODE,
    script: CODE,
    steps: CODE,
    uses: CODE,
    filter: CONDITION,
    filters: CONDITION,
    condition: CONDITION,
    conditions: CONDITION,
    "trigger-rule": CONDITION,
    method: NO_METHOD,
    httpMethod: NO_METHOD,
    "http-methods": NO_METHOD,
    response: ANSWER,
    responseMode: ANSWER,
    "response-message": ANSWER,
    status: ANSWER,
    enabled: say(
      'Remove it: every mapping of the list is used, and "skip": true takes its events and does nothing.',
    ),
    disabled: renameAndCheck("skip", ": true: it takes the events and does nothing"),
    recipient: rename("to"),
    chatId: rename("to"),
    chat_id: rename("to"),
    type: ACTION,
    kind: ACTION,
  },
  match: {
    httpMethod: NO_METHOD,
    methods: NO_METHOD,
    filter: RULE,
    filters: RULE,
    condition: RULE,
    conditions: RULE,
    if: RULE,
  },
};
