// @ts-check
// Claims about what leaves by an answer to a channel, and by the operator's port.

const cleanText = "packages/host/src/channel/text/recipient.ts";
const admin = "packages/cli/src/admin/serve-admin.ts";
const adminTest = "packages/cli/src/admin/serve-admin.test.ts";
const refuses =
  'OPS-4 serveAdmin() refuses the Host "evil.example", to which a web page may have bent its name';

/** @type {readonly import("./claims.mjs").Claim[]} */
export const operatorClaims = [
  {
    claim:
      "No answer that goes to a channel has a control character, a mark that turns the direction of text, or a character of a hidden text",
    proofs: [
      { file: "packages/host/src/channel/text/clean-text.test.ts" },
      { file: "packages/host/test/channels.slow.test.ts" },
    ],
    mutants: [
      {
        file: cleanText,
        find: "\\u202a-\\u202e",
        replace: "",
        effect: "a text is shown in another order than it is written",
        dies: [
          "DEL-5 cleanText() removes U+202E, which turns the rest of a line, as the fence does",
        ],
      },
      {
        file: cleanText,
        find: "\\u{e0000}-\\u{e007f}",
        replace: "",
        effect: "a text can hide in tag characters",
        dies: ["DEL-5 cleanText() removes tag characters, which nobody sees, as the fence does"],
      },
      {
        file: cleanText,
        find: 'text.replace(CONTROL, "")',
        replace: "text",
        effect: "control characters reach a platform",
        proof: "packages/host/test/channels.slow.test.ts",
        dies: [
          "DEL-5 send() takes out control characters but line feed and tab, and repairs half pairs",
        ],
      },
    ],
  },
  {
    claim:
      "The operator's port answers a request for its own addresses, `localhost` and the names of `--admin-host` alone, so that no web page reads it under a name of its own",
    proofs: [{ file: adminTest }],
    mutants: [
      {
        file: admin,
        find: "if (!isOwn(request)) {",
        replace: "if (!isOwn(request) && request.url === undefined) {",
        effect: "every Host is answered",
        dies: [refuses],
      },
      {
        file: admin,
        find: 'return host === "::1" || (isIP(host) === 4 && host.startsWith("127."));',
        replace: 'return host === "::1" || host.startsWith("127.");',
        effect: "a name that begins as a loopback address does is taken for one",
        dies: [
          'OPS-4 serveAdmin() refuses the Host "127.0.0.1.evil.example", to which a web page may have bent its name',
        ],
      },
      {
        file: admin,
        find: "return isIP(host) !== 0 &&",
        replace: "return host.length > 0 || ",
        effect: "any address and name counts as the own one",
        dies: [refuses],
      },
    ],
  },
];
