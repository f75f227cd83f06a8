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
    say: "Make a token with `openssl rand -hex 24 > hook.token`. It is needed even if every mapping has its own `auth`, because it opens `/wake` and `/agent`.",
  },
  token_is_a_name: {
    meaning: "The token looks like the name of an environment variable.",
    level: "hooks",
    wrong: "token: HOOK_TOKEN",
    right: "token: ${HOOK_TOKEN}",
    env: ["HOOK_TOKEN"],
    say: "The name itself would be the token. `${HOOK_TOKEN}` or `{ env: HOOK_TOKEN }` reads the variable.",
  },
  token_placeholder: {
    meaning: "The token is a placeholder that was not replaced, or a reference written as text.",
    level: "hooks",
    wrong: "token: changeme",
    right: "token: { file: hook.token }",
    say: "Replace the placeholder by a random text. A path, `file:…`, `env.NAME` or a file name would itself be the token; write `{ file: hook.token }` or `{ env: NAME }`.",
  },
  token_not_ascii: {
    meaning: "The token has characters that clients send in different ways.",
    level: "hooks",
    wrong: "token: schlüssel-des-gateways-mit-umlaut",
    right: "token: { file: hook.token }",
    say: "Clients encode such characters in headers differently. Use ASCII letters, digits and signs, such as from `openssl rand -hex 24`.",
  },
  secret_placeholder: {
    meaning:
      "A secret or token of an `auth` is a placeholder that was not replaced, or a reference written as text.",
    wrong: "match: { path: example }\nauth: { provider: github, secret: changeme-changeme }",
    right: "match: { path: example }\nauth: { provider: github, secret: { file: sender.secret } }",
    say: "Write the secret that the vendor shows, or a reference. A path, `file:…`, `env.NAME` or a file name is taken as text.",
  },
  token_weak_public: {
    meaning: "The token is shorter than 16 characters, and other machines can reach the server.",
    say: "`serve --host` with a public address warns at start. Make a longer token: `openssl rand -hex 24`.",
    proof: "packages/core/src/serving/link/link-tokens.test.ts",
  },
  token_header_refused: {
    meaning: "A header cannot carry the hook token, because it means something else.",
    level: "hooks",
    wrong: "tokenHeaders: [authorization]",
    right: "tokenHeaders: [x-hook-token]",
    say: "Proxies, browsers or signatures use that header. `Authorization: Bearer` always works.",
  },
  token_short: {
    meaning: "The token is shorter than 24 characters.",
    level: "hooks",
    wrong: "token: correct-horse",
    right: "token: 4f9a1c07be5d3b8a62e0d1f7c9b83a55",
    say: "A short token can be guessed. Use `openssl rand -hex 24`, and keep it in a file or variable.",
  },
  token_shared: {
    meaning: "The token, or the secret of an `auth`, is used in a second position of the config.",
    wrong: "auth: { provider: github, secret: { file: hook.token } }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "Who has one of them has the other. Give each sender its own secret.",
  },
  secret_missing: {
    meaning: "A secret that the config refers to is not set or cannot be read.",
    wrong: "auth: { provider: github, secret: { env: GITHUB_SECERT } }",
    right: "auth: { provider: github, secret: { env: GITHUB_SECRET } }",
    env: ["GITHUB_SECRET"],
    say: "The variable is not set, or the file does not exist. `check` and `explain` continue without it; `serve` and `check --secrets` do not.",
  },
  plan_holds_secret: {
    meaning: "A plan would hold the text of a secret, which a file must not.",
    say: "Everybody who can read the plan would have the secret. Write the reference that the hint names, and set the variable where the plan is served. The gateway's own token is left out instead.",
    proof: "packages/core/src/authoring/plan/write-plan.test.ts",
  },
  env_file_unreadable: {
    meaning: "The file of variables beside the config, or that of `--env-file`, cannot be read.",
    say: "The file of `--env-file` is missing, a folder, not UTF-8, or not readable. For `.env` beside the config this is a warning. `--no-env-file` reads none.",
    proof: "packages/config/src/secrets/create-node-secrets.test.ts",
  },
  env_file_exposed: {
    meaning: "Other users of the machine can read the file of variables that holds secrets.",
    say: "The group or everybody can read the file: `chmod 600 .env`.",
    proof: "packages/config/src/secrets/create-node-secrets.test.ts",
  },
  secret_source_unknown: {
    meaning: "A reference names a kind of secret store that is not known.",
    level: "hooks",
    wrong: "token: { source: vault, id: hooks/token }",
    right: "token: { source: env, id: HOOK_TOKEN }",
    env: ["HOOK_TOKEN"],
    say: "A reference names the environment (`env`) or a file (`file`).",
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
    say: "Copy the whole secret, including its prefix (`whsec_…`). Keys are PEM, base64 or hexadecimal, as [the vendor's page](providers/README.md) says. If the vendor uses the text as the key, write `key: utf8` beside `provider`; [`hookwright verify`](cli.md#verify) shows whether that is right.",
  },
  secret_wrapped: {
    meaning:
      "A secret includes text that was copied with it: quotes, a name, a scheme, or a whole file.",
    wrong:
      "match: { path: example }\nauth: { provider: github, secret: 'Bearer 5d41402abc4b2a76b9719d911017c592' }",
    right:
      "match: { path: example }\nauth: { provider: github, secret: 5d41402abc4b2a76b9719d911017c592 }",
    say: "The value has quotes, `NAME=`, `NAME:` or `Bearer` in front, a whole `.env` or JSON file, the wrong kind of PEM, or several lines. Keep only the secret. This also applies to tokens of channels and runners.",
  },
  secret_short: {
    meaning: "A secret of an `auth` has fewer than 16 bytes.",
    wrong: "auth: { provider: github, secret: hunter2 }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "If you choose the secret, choose a long random one.",
  },
  secret_trimmed: {
    meaning: "White space around a secret of an `auth` was cut off.",
    wrong: 'auth: { provider: github, secret: " 5d41402abc4b2a76b9719d911017c592" }',
    right: "auth: { provider: github, secret: 5d41402abc4b2a76b9719d911017c592 }",
    say: "White space usually comes from copying. Remove it, so that both sides use the same secret.",
  },
  auth_open: {
    meaning: "A hook takes events from everybody.",
    wrong: "auth: none",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "Everybody who finds the URL can start runs. Without `auth`, the hook token is required.",
  },
  auth_misplaced: {
    meaning: "An `auth` is on a mapping without `match.path`, or on a built-in route.",
    wrong: "match: { source: github }\nauth: { provider: github, secret: { file: sender.secret } }",
    right: "match: { path: github }\nauth: { provider: github, secret: { file: sender.secret } }",
    say: "Credentials are checked before the body is read, when only the name is known, so `auth` needs a `match.path`. `/wake` and `/agent` always use the hook token.",
  },
  path_reserved: {
    meaning: "A hook that is called `runs` or `runs/…` has a handshake by GET or HEAD.",
    wrong:
      "match: { path: runs }\nauth: { token: { file: sender.secret }, header: x-token, handshake: { probe: GET } }",
    right:
      "match: { path: builds }\nauth: { token: { file: sender.secret }, header: x-token, handshake: { probe: GET } }",
    say: "`GET {path}/runs/<id>` says [what became of a run](results.md). Choose another name, also in the sender's URL.",
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
    meaning: "An `auth` lacks a key that its kind of proof needs.",
    wrong: "auth: { provider: github }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "The message says what is missing, and for many vendors where to find it.",
  },
  auth_ambiguous: {
    meaning: "An `auth` names two ways of proof.",
    wrong:
      "auth:\n  provider: github\n  secret: { file: sender.secret }\n  token: { file: other.secret }",
    right: "auth:\n  provider: github\n  secret: { file: sender.secret }",
    say: "Keep one of the keys.",
  },
  auth_scheme_invalid: {
    meaning: "An `auth` describes signatures that cannot be checked.",
    wrong: `auth:\n  ${SCHEME}\n  signed: "{timestamp}"`,
    right: `auth:\n  ${SCHEME}\n  signed: "{body}"`,
    say: "A [scheme of your own](signatures.md#a-sender-that-is-not-in-the-table) must be verifiable and must protect the body.",
  },
  provider_unknown: {
    meaning: "No provider has that name.",
    wrong: "auth: { provider: git-hub, secret: { file: sender.secret } }",
    right: "auth: { provider: github, secret: { file: sender.secret } }",
    say: "See [the list of vendors](providers/README.md).",
  },
  verifier_unknown: {
    meaning: "The function that an `auth` names was not passed.",
    wrong: "auth: { verify: my-check }",
    right: "auth: { token: { file: sender.secret }, header: x-token }",
    say: "`verify` names a function that a program passes to `compileHooks`; the command line has none.",
  },
  keys_port_missing: {
    meaning:
      "An `auth` needs keys from the network, and the port that fetches them was not passed.",
    say: "Only in code: Pub/Sub, SNS and `jwks` need keys from the network. Pass `compileHooks(config, { keys })`, or use `loadHooks`.",
    proof: "packages/signatures/src/serving/keys/jwks-keys.test.ts",
  },
};
