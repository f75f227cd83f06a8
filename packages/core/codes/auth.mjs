// @ts-check
// Codes of problems of the token, of secrets, and of a mapping's `auth`.

const SCHEME =
  "scheme: hmac\n  secret: { file: sender.secret }\n  signature: { header: x-signature }";

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const AUTH = {
  token_missing: {
    meaning: "The hooks are enabled and have no token.",
    level: "hooks",
    wrong: 'token: ""',
    right: "token: { file: hook.token }",
    say: "Make a token with `openssl rand -hex 24 > hook.token`. It is needed where every mapping has its own `auth`, too: it opens `/wake` and `/agent`.",
  },
  token_is_a_name: {
    meaning: "The token looks like the name of an environment variable.",
    level: "hooks",
    wrong: "token: HOOK_TOKEN",
    right: "token: ${HOOK_TOKEN}",
    env: ["HOOK_TOKEN"],
    say: "The name alone would *be* the token. `${HOOK_TOKEN}` or `{ env: HOOK_TOKEN }` reads the variable of that name.",
  },
  token_placeholder: {
    meaning: "The token is a placeholder that nobody replaced, or a reference taken as text.",
    level: "hooks",
    wrong: "token: changeme",
    right: "token: { file: hook.token }",
    say: "Everybody knows this word. Write a random text in its place, or say where it is kept. A path (`/run/secrets/token`, `./hook.token`, `~/hook.token`), `file:…`, `env.NAME` and the name of a file beside the config would *be* the token: `{ file: hook.token }` and `{ env: NAME }` read what is in it.",
  },
  token_not_ascii: {
    meaning: "The token has characters that clients send in different ways.",
    level: "hooks",
    wrong: "token: schlüssel-des-gateways-mit-umlaut",
    right: "token: { file: hook.token }",
    say: "In a header, one client sends such a letter as UTF-8, another one as Latin-1, and a third one not at all. A token of letters, digits and signs of ASCII arrives as it is; `openssl rand -hex 24` makes one.",
  },
  secret_placeholder: {
    meaning:
      "A secret or token of an `auth` is a placeholder that nobody replaced, or a reference taken as text.",
    wrong: "match: { path: example }\nauth: { provider: github, secret: changeme-changeme }",
    right: "match: { path: example }\nauth: { provider: github, secret: { file: sender.secret } }",
    say: "Write what the vendor shows, or say where it is kept. As with the token, a path, `file:…`, `env.NAME` and the name of a file beside the config are references taken as text.",
  },
  token_weak_public: {
    meaning: "The token is shorter than 16 characters, and other machines can reach the server.",
    say: "`serve --host` with an address that is not of this machine warns of it at the start. Make a longer token: `openssl rand -hex 24`.",
    proof: "packages/core/src/serving/link/link-tokens.test.ts",
  },
  token_header_refused: {
    meaning: "A header cannot carry the hook token, because it means something else.",
    level: "hooks",
    wrong: "tokenHeaders: [authorization]",
    right: "tokenHeaders: [x-hook-token]",
    say: "Proxies, browsers or signatures use that header. `Authorization: Bearer` carries the token in any case.",
  },
  token_short: {
    meaning: "The token is shorter than 24 characters.",
    level: "hooks",
    wrong: "token: correct-horse",
    right: "token: 4f9a1c07be5d3b8a62e0d1f7c9b83a55",
    say: "A short token can be guessed. `openssl rand -hex 24` makes a long one; better than in the config it stands in a file or a variable.",
  },
  token_shared: {
    meaning: "The token, or the secret of an `auth`, stands at another place of the config, too.",
    wrong: "auth: { provider: github, secret: { file: hook.token } }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "Whoever has one of them has the other. Give each sender a secret of its own.",
  },
  secret_missing: {
    meaning: "A secret that the config refers to is not set or cannot be read.",
    wrong: "auth: { provider: github, secret: { env: GITHUB_SECERT } }",
    right: "auth: { provider: github, secret: { env: GITHUB_SECRET } }",
    env: ["GITHUB_SECRET"],
    say: "The variable is not set, or the file is not there. `check` and `explain` go on without it; `serve` and `check --secrets` insist on it.",
  },
  plan_holds_secret: {
    meaning: "A plan would hold the text of a secret, which a file must not.",
    say: "`hookwright build` refuses a token or secret that the config has as a text: everybody who can read the plan would have it. Write the reference that the hint names, and set the variable where the plan is served. The token of the gateway itself is left out of the plan instead.",
    proof: "packages/core/src/authoring/plan/write-plan.test.ts",
  },
  env_file_unreadable: {
    meaning: "The file of variables beside the config, or that of `--env-file`, cannot be read.",
    say: "The file of `--env-file` is missing, is a folder, is not UTF-8 text, or is not yours to read: an error. For `.env` beside the config, which nobody has named, it is a warning. `--no-env-file` reads none.",
    proof: "packages/config/src/secrets/create-node-secrets.test.ts",
  },
  env_file_exposed: {
    meaning: "Other users of the machine can read the file of variables that holds secrets.",
    say: "The file holds a secret that this config uses, and its mode lets the group or everybody read it: `chmod 600 .env`.",
    proof: "packages/config/src/secrets/create-node-secrets.test.ts",
  },
  secret_source_unknown: {
    meaning: "A reference names a kind of secret store that is not known.",
    level: "hooks",
    wrong: "token: { source: vault, id: hooks/token }",
    right: "token: { source: env, id: HOOK_TOKEN }",
    env: ["HOOK_TOKEN"],
    say: "References lead to the environment (`env`) or to a file (`file`).",
  },
  secret_blank: {
    meaning: "A secret, token or key of an `auth` is blank.",
    wrong: 'auth: { provider: github, secret: "" }',
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "Everybody could sign with an empty secret.",
  },
  secret_malformed: {
    meaning: "A secret or key of an `auth` is not written as its form asks.",
    wrong: "auth: { provider: svix, secret: a-text-without-the-right-form }",
    right: "auth: { provider: svix, secret: whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX }",
    say: "Copy the whole secret as the vendor shows it, with its beginning (`whsec_…`). Keys are in PEM, base64 or hexadecimal, as [the vendor's page](providers/README.md) says. Where the vendor shows it in no such form, its key may be the text: `key: utf8` beside `provider` reads it so, and [`hookwright verify`](cli.md#verify) tells whether that is right.",
  },
  secret_wrapped: {
    meaning: "A secret has what was copied with it: quotes, a name, a scheme, or a whole file.",
    wrong:
      "match: { path: example }\nauth: { provider: github, secret: 'Bearer 5d41402abc4b2a76b9719d911017c592' }",
    right:
      "match: { path: example }\nauth: { provider: github, secret: 5d41402abc4b2a76b9719d911017c592 }",
    say: "Quotes around the value, `NAME=` or `NAME:` or `Bearer` in front of it, a whole `.env` or JSON file, a PEM in place of a shared secret (or a private key in place of a public one), several lines, a line break that was encoded or escaped with it: none of these is what the sender has, so that every event would be refused. Blanks and line breaks around it are cut off. The same holds for the hook token and the tokens of channels and runners.",
  },
  secret_short: {
    meaning: "A secret of an `auth` has fewer than 16 bytes.",
    wrong: "auth: { provider: github, secret: hunter2 }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "Where you choose the secret, choose a long random one.",
  },
  secret_trimmed: {
    meaning: "White space around a secret of an `auth` was cut off.",
    wrong: 'auth: { provider: github, secret: " 5d41402abc4b2a76b9719d911017c592" }',
    right: "auth: { provider: github, secret: 5d41402abc4b2a76b9719d911017c592 }",
    say: "A blank mostly comes from copying, so it does not count. Remove it, so that everybody sees the same secret.",
  },
  auth_open: {
    meaning: "A hook takes events from everybody.",
    wrong: "auth: none",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "Whoever finds the URL can start runs. Where `auth` is left out, the hook token is needed.",
  },
  auth_misplaced: {
    meaning: "An `auth` stands on a mapping without `match.path`, or on a built-in route.",
    wrong: "match: { source: github }\nauth: { provider: github, secret: { file: sender.secret } }",
    right: "match: { path: github }\nauth: { provider: github, secret: { file: sender.secret } }",
    say: "Credentials are checked before the body is read, when only the name is known. So an `auth` needs a `match.path`. `/wake` and `/agent` always take the hook token.",
  },
  auth_conflict: {
    meaning: "Two mappings of one name have different `auth`.",
    level: "mappings",
    wrong:
      "- match: { path: github, headers: { x-github-event: push } }\n  auth: { provider: github, secret: { file: sender.secret } }\n  messageTemplate: push\n- match: { path: github }\n  messageTemplate: something else",
    right:
      "- match: { path: github, headers: { x-github-event: push } }\n  auth: { provider: github, secret: { file: sender.secret } }\n  messageTemplate: push\n- match: { path: github }\n  auth: { provider: github, secret: { file: sender.secret } }\n  messageTemplate: something else",
    say: "All mappings of one name have the same `auth`: copy it.",
  },
  auth_incomplete: {
    meaning: "An `auth` lacks what its way of proof needs.",
    wrong: "auth: { provider: github }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "The message says what is missing, and for many vendors where to find it.",
  },
  auth_ambiguous: {
    meaning: "An `auth` names two ways of proof.",
    wrong:
      "auth:\n  provider: github\n  secret: { file: sender.secret }\n  token: { file: other.secret }",
    right: "auth:\n  provider: github\n  secret: { file: sender.secret }",
    say: "A sender proves itself in one way: keep one of the keys.",
  },
  auth_scheme_invalid: {
    meaning: "An `auth` describes signatures that cannot be checked.",
    wrong: `auth:\n  ${SCHEME}\n  signed: "{timestamp}"`,
    right: `auth:\n  ${SCHEME}\n  signed: "{body}"`,
    say: "A [scheme of your own](signatures.md#a-sender-that-is-not-in-the-table) must be one that can be checked, and that protects the body.",
  },
  provider_unknown: {
    meaning: "There is no provider of that name.",
    wrong: "auth: { provider: git-hub, secret: { file: sender.secret } }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "[The vendors](providers/README.md) has the list.",
  },
  verifier_unknown: {
    meaning: "The function that an `auth` names was not passed.",
    wrong: "auth: { verify: my-check }",
    right: "auth: { token: { file: sender.secret }, header: x-token }",
    say: "`verify` names a function that a program passes to `compileHooks`; the command line has none.",
  },
  keys_port_missing: {
    meaning: "An `auth` needs keys from the network, and what fetches them was not passed.",
    say: "Only in code: Pub/Sub, SNS and `jwks` need keys from the network, which something must fetch. Pass `compileHooks(config, { keys })`, or load the file with `loadHooks`.",
    proof: "packages/signatures/src/serving/keys/jwks-keys.test.ts",
  },
};
