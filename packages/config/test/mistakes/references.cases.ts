// References to secrets that were written as the secret itself.
import type { MistakeCase, WrittenConfig } from "./mistake-case.ts";

const VALUE = "k7Jw0dPq2vXr9LbT4mYc8NsZ1hGf6aUe";
const env = { GATEWAY_TOKEN: VALUE };

const gateway = (token: unknown) => ({
  hooks: {
    enabled: true,
    token,
    mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}}" }],
  },
});

const sent = { path: "ci", payload: { job: "build" }, token: VALUE };

/** The token in the file, or in the variable, opens the gateway afterwards. */
function tokenCase(
  wrong: unknown,
  right: object,
  {
    code = "token_placeholder",
    says,
    files,
  }: Partial<Pick<MistakeCase, "code" | "files">> & Pick<MistakeCase, "says">,
): MistakeCase {
  return {
    name: `the token ${JSON.stringify(wrong)}`,
    config: gateway(wrong),
    code,
    says,
    followed: gateway(right),
    event: sent,
    action: { status: 202, kind: "agent", untrustedText: "build" },
    env,
    ...(files && { files }),
  };
}

const inFile = (name: string) => ({ [name]: `${VALUE}\n` });

export const CASES: readonly MistakeCase[] = [
  tokenCase(
    "./gateway.token",
    { file: "./gateway.token" },
    {
      says: ["hooks.token", 'Write { "file": "./gateway.token" }.'],
      files: inFile("gateway.token"),
    },
  ),
  tokenCase(
    "file:keys/gateway",
    { file: "keys/gateway" },
    {
      says: 'Write { "file": "keys/gateway" }.',
      files: inFile("keys/gateway"),
    },
  ),
  tokenCase(
    "gateway-token.txt",
    { file: "gateway-token.txt" },
    {
      says: ["the name of a file beside the config", 'Write { "file": "gateway-token.txt" }.'],
      files: inFile("gateway-token.txt"),
    },
  ),
  tokenCase(
    "env.GATEWAY_TOKEN",
    { env: "GATEWAY_TOKEN" },
    {
      says: 'Write { "env": "GATEWAY_TOKEN" } for its value.',
    },
  ),
  tokenCase(
    "import.meta.env.GATEWAY_TOKEN",
    { env: "GATEWAY_TOKEN" },
    {
      says: 'Write { "env": "GATEWAY_TOKEN" } for its value.',
    },
  ),
  tokenCase(
    "$GATEWAY_TOKEN",
    { env: "GATEWAY_TOKEN" },
    {
      says: 'Write { "env": "GATEWAY_TOKEN" } for its value.',
    },
  ),
  tokenCase(
    { env: "${GATEWAY_TOKEN}" },
    { env: "GATEWAY_TOKEN" },
    {
      code: "invalid_value",
      says: ["hooks.token", 'Write { "env": "GATEWAY_TOKEN" }: only the name, once.'],
    },
  ),
  tokenCase(
    { file: "file:gateway.key" },
    { file: "gateway.key" },
    {
      code: "invalid_value",
      says: "Write the path alone",
      files: inFile("gateway.key"),
    },
  ),
  tokenCase(
    { env: { env: "GATEWAY_TOKEN" } },
    { env: "GATEWAY_TOKEN" },
    {
      code: "wrong_type",
      says: 'Write the inner reference alone: { "env": … }.',
    },
  ),
  tokenCase(
    { file: { file: "gateway.key" } },
    { file: "gateway.key" },
    {
      code: "wrong_type",
      says: 'Write the inner reference alone: { "file": … }.',
      files: inFile("gateway.key"),
    },
  ),
  tokenCase(
    { file: "${GATEWAY_TOKEN}" },
    { env: "GATEWAY_TOKEN" },
    {
      code: "invalid_value",
      says: '{ "env": "NAME" } where the variable holds the secret itself',
    },
  ),
  tokenCase(
    "schlüssel-des-gateways-mit-umlaut",
    { env: "GATEWAY_TOKEN" },
    {
      code: "token_not_ascii",
      says: ["hooks.token", "Use letters, digits and signs of ASCII"],
    },
  ),
  {
    ...tokenCase("unused", {}, { says: "" }),
    name: "a token of a file in YAML, in a list",
    config: yaml("[./next.key, { env: GATEWAY_TOKEN }]"),
    says: ["hooks.token[0]", 'Write { "file": "./next.key" }.'],
    followed: yaml('[{ file: "./next.key" }, { env: GATEWAY_TOKEN }]'),
    files: { "next.key": "Zr5Tq8Wy1Uo4Pa7Sd0Fg3Hj6Kl9Xc2Vb\n" },
  },
  vendorCase("./vendor.token", { file: "./vendor.token" }, inFile("vendor.token")),
  vendorCase("vendor-token", { file: "vendor-token" }, inFile("vendor-token")),
  vendorCase("process.env.GATEWAY_TOKEN", { env: "GATEWAY_TOKEN" }),
];

/** What a vendor sends in a header of its own. */
function vendorCase(
  wrong: string,
  right: object,
  files: Readonly<Record<string, string>> = {},
): MistakeCase {
  const config = (token: unknown) => ({
    hooks: {
      enabled: true,
      token: { env: "OTHER_TOKEN" },
      mappings: [
        {
          match: { path: "ci" },
          auth: { token, header: "x-vendor-token" },
          messageTemplate: "{{job}}",
        },
      ],
    },
  });
  return {
    name: `the token of a vendor ${JSON.stringify(wrong)}`,
    config: config(wrong),
    code: "secret_placeholder",
    says: ["hooks.mappings[0].auth.token", JSON.stringify(Object.values(right)[0])],
    followed: config(right),
    event: { ...sent, token: "none", headers: { "x-vendor-token": VALUE } },
    action: { status: 202, untrustedText: "build" },
    env: { ...env, OTHER_TOKEN: "0Vb3Nm6Qw9Er2Ty5Ui8Op1As4Df7Gh0" },
    files,
  };
}

function yaml(token: string): WrittenConfig {
  return `hooks:\n  enabled: true\n  token: ${token} # of the gateway\n  mappings:\n    - match: { path: ci }\n      messageTemplate: "{{job}}"\n`;
}
