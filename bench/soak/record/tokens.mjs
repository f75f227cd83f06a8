// Choices → a token of each kind that vendors give out, and links that let in who has them.
//
// Each is put together when it is made: no scanner finds a token in this file.

/**
 * @typedef {import("./choices.mjs").Choices} Choices
 * @typedef {{ kind: string, written: string, hidden: readonly string[] }} Token
 * `hidden`: what no file may have of it.
 */

const HEX = "0123456789abcdef";
const DIGITS = "0123456789";

/** @param {Choices} choices @returns {readonly Token[]} one of each kind */
export function createTokens({ mixed, from, below }) {
  const hex = (/** @type {number} */ length) => from(HEX, length);
  const digits = (/** @type {number} */ length) => from(DIGITS, length);
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join("-");
  /** Base64, with both of its signs. @param {number} length */
  const base64 = (length) => {
    const at = 5 + below(length - 12);
    return `${mixed(at)}/${mixed(3)}+${mixed(length - at - 5)}`;
  };
  /** @param {string} kind @param {string} start @param {readonly string[]} parts */
  const token = (kind, start, parts, { between = "", end = "" } = {}) => ({
    kind,
    written: start + parts.join(between) + end,
    hidden: parts,
  });
  /** @param {string} kind @param {string} start @param {readonly string[]} parts */
  const link = (kind, start, parts) => token(kind, start, parts, { between: "/" });
  const marker = `T3Blbk${"FJ"}`;
  const basic = Buffer.from(`app:${mixed(14)}`).toString("base64");
  return [
    token("OpenAI project", "sk-proj-", [mixed(74), mixed(74)], { between: marker }),
    token("OpenAI", "sk-", [mixed(20), mixed(20)], { between: marker }),
    token("Anthropic", "sk-ant-api03-", [mixed(93)], { end: "AA" }),
    token("OpenRouter", "sk-or-v1-", [hex(64)]),
    token("GitLab", "glpat-", [mixed(20)]),
    token("GitLab, routable", "glpat-", [mixed(27)], { end: `.01.${hex(9)}` }),
    token("GitLab runner", "glrt-", [mixed(20)]),
    token("GitLab trigger", "glptt-", [hex(40)]),
    token("GitHub", "ghp_", [mixed(36)]),
    token("GitHub app", "ghs_", [mixed(36)]),
    token("GitHub fine-grained", "github_pat_", [mixed(22), mixed(59)], { between: "_" }),
    token("Google API", "AIza", [mixed(35)]),
    token("Google client secret", "GOCSPX-", [mixed(28)]),
    token("Google access", "ya29.", [mixed(60)]),
    token("npm", "npm_", [mixed(36)]),
    token("PyPI", "pypi-", [mixed(80)]),
    token("Docker", "dckr_pat_", [mixed(27)]),
    token("Hugging Face", "hf_", [mixed(34)]),
    token("Groq", "gsk_", [mixed(52)]),
    token("SendGrid", "SG.", [mixed(22), mixed(43)], { between: "." }),
    token("Mailgun", "key-", [hex(32)]),
    token("Mailchimp", "", [hex(32)], { end: "-us7" }),
    token("Telegram", `${1 + below(9)}${digits(8)}:A`, [mixed(34)]),
    token("Discord bot", "M", [mixed(23), mixed(27)], { between: ".GhIj7k." }),
    token("DigitalOcean", "dop_v1_", [hex(64)]),
    token("Shopify", "shpat_", [hex(32)]),
    token("Azure client secret", `${mixed(3)}8Q~`, [mixed(34)]),
    token("Azure storage", "", [base64(86)], { end: "==" }),
    token("Azure connection", "DefaultEndpointsProtocol=https;AccountKey=", [base64(86)], {
      end: "==;EndpointSuffix=core.windows.net",
    }),
    token("Azure signed URL", "https://acme.blob.core.windows.net/c/f?sv=2024-01-01&sig=", [
      mixed(43),
    ]),
    token("Twilio key", "SK", [hex(32)]),
    token("Twilio auth token", "", [hex(32)]),
    token("AWS key", "AKIA", [from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)]),
    token("AWS secret key", "", [base64(40)]),
    token("Stripe", "sk_live_", [mixed(24)]),
    token("Stripe restricted", "rk_test_", [mixed(24)]),
    token("Stripe webhook", "whsec_", [mixed(32)]),
    token("Stripe client secret", `pi_${mixed(24)}_secret_`, [mixed(25)]),
    token("Square", "sq0atp-", [mixed(22)]),
    token("Slack bot", "xoxb-", [digits(12), mixed(24)], { between: "-" }),
    token("Slack app", "xapp-1-A0", [mixed(9), hex(64)], { between: "-" }),
    link("Slack webhook", "https://hooks.slack.com/services/", [
      `T${mixed(8)}`,
      `B${mixed(8)}`,
      mixed(24),
    ]),
    link("Discord webhook", "https://discord.com/api/webhooks/", [digits(18), mixed(68)]),
    link("Teams webhook", "https://acme.webhook.office.com/webhookb2/", [
      `${uuid()}@${uuid()}`,
      "IncomingWebhook",
      hex(32),
      uuid(),
    ]),
    link("Zapier webhook", "https://hooks.zapier.com/hooks/catch/", [digits(7), mixed(7)]),
    token("Linear", "lin_api_", [mixed(40)]),
    token("Notion", "ntn_", [digits(11) + mixed(35)]),
    token("Figma", "figd_", [mixed(40)]),
    token("Sentry", "sntryu_", [hex(64)]),
    token("Grafana", "glsa_", [mixed(32)], { end: `_${hex(8)}` }),
    token("New Relic", "NRAK-", [from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 27)]),
    token("Postman", "PMAK-", [hex(24), hex(34)], { between: "-" }),
    token("Vault", "hvs.", [mixed(95)]),
    token("Databricks", "dapi", [hex(32)]),
    token("Doppler", "dp.pt.", [mixed(43)]),
    token("Atlassian", "ATATT3", [mixed(186)]),
    token("Airtable", "pat", [mixed(14), hex(64)], { between: "." }),
    token("Supabase", "sbp_", [hex(40)]),
    token("Vercel", "vcp_", [mixed(40)]),
    token("encrypted JWT", "eyJ", [mixed(30), mixed(20), mixed(16), mixed(40), mixed(22)], {
      between: ".",
    }),
    token("Basic credentials", "Basic ", [basic.replace(/=+$/, "")]),
    token("64 hexadecimal digits", "", [hex(64)]),
    token("random, 32 characters", "", [mixed(32)]),
    token("reset link", "https://app.example/users/password/reset/", [mixed(20)]),
    token("reset link, short", "https://app.example/reset-password/", [mixed(12)]),
    token("reset link, parameter", "https://app.example/reset?lang=en&t=", [mixed(24)]),
    token("magic link", "https://app.example/magic-link/", [hex(48)]),
    token("invitation", "https://app.example/invite/", [mixed(10)]),
  ];
}
