// @ts-check
// What editors show beside the schema: what each word of an enumeration means, and defaults that are words there.

/** Where only words say what a key is without its own default. */
export const DEFAULTS = {
  "hooks.limits.maxCharacters": 1_000_000,
  "hooks.limits.maxIterations": 10_000,
  "hooks.limits.maxNesting": 50,
  "hooks.transforms.memoryMb": 128,
  "hooks.transforms.workers": 4,
  "mapping.markup": false,
  "mapping.summary": false,
  "mapping.transform.timeoutMs": 10_000,
  "auth.timestamp.unit": "s",
  "auth.timestamp.toleranceSeconds": 300,
  "auth.signatureVersion": 2,
  "auth.signed": "{body}",
};

const VENDOR = "The handshake of that vendor.";

/** In the order of the enumeration. */
export const MEANINGS = {
  "imessage.method": ["Messages is scripted, up to three tries.", "Faster, and reports failures."],
  "webhook.preset": [
    "ntfy, its public server or your own.",
    "A Gotify server.",
    "A space of Google Chat.",
    "A Workflows webhook of Microsoft Teams.",
    "Pushover, for phones.",
    "An automation of Home Assistant.",
  ],
  "webhook.method": [
    "Default.",
    "For services that replace a resource.",
    "For services that change one.",
  ],
  "hooks.templates.emptyLines": [
    "The line stays, empty.",
    "The line is left out with its line break.",
  ],
  "hooks.transforms.isolation": [
    "In worker processes, which are stopped when they take too long.",
    "In the thread of the server: faster to start, and nothing stops it.",
  ],
  "mapping.action": [
    "A line in the next turn of the main session: `textTemplate`.",
    "A run of the agent with a prompt of its own: `messageTemplate`.",
    "A text for a channel, without a model: `textTemplate`.",
  ],
  "mapping.coalesce.keep": [
    "The texts of all events, in their order.",
    "The text of the last event, and how many there were.",
  ],
  "mapping.sessionMode": [
    "Each run begins with an empty conversation.",
    "Runs of one session key go on with one conversation.",
  ],
  "mapping.wakeMode": ["At once.", "With the next heartbeat."],
  "auth.handshake.name": [
    ...Array.from({ length: 22 }, () => VENDOR),
    "GET and HEAD get a 200 without a body.",
  ],
  "auth.handshake.probe": ["A GET gets a 200.", "A HEAD gets a 200."],
  "auth.handshake.echo.to": [
    "As the field of a JSON object.",
    "As the text of the answer.",
    "In a header of the answer.",
  ],
  "auth.scheme": [
    "A shared secret signs the request.",
    "A private key signs it, and `publicKey` verifies.",
    "A JSON Web Token comes with it.",
  ],
  "auth.encoding": ["Hexadecimal digits.", "Base64.", "Base64 with - and _, for URLs."],
  "auth.algorithm": [
    "HMAC with SHA-1, for old senders.",
    "HMAC with SHA-256.",
    "HMAC with SHA-512.",
    "Ed25519, with a public key.",
    "ECDSA on P-256, with a public key.",
    "RSA with SHA-256, with a public key.",
    "Tokens signed with a shared secret.",
    "Tokens signed with RSA.",
    "Tokens signed with ECDSA on P-256.",
  ],
  "auth.key": [
    "The text itself, as UTF-8.",
    "Base64.",
    "Hexadecimal digits.",
    "`whsec_` and Base64, as Standard Webhooks have it.",
    "A raw public key in hexadecimal digits.",
    "A raw public key in Base64.",
    "`whpk_` and Base64, as Standard Webhooks have it.",
    "A public key in PEM, or its Base64.",
  ],
  "auth.timestamp.unit": ["Seconds since 1970.", "Milliseconds since 1970.", "ISO 8601."],
  "gmail.mode": [
    "Google posts to the push endpoint.",
    "Notifications are pulled from a subscription.",
    "The mailbox is asked every minute.",
  ],
};
