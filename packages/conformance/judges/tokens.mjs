// @ts-check
// Vendors that send a secret as it is → the requests that they send, made by the `Request` of the runtime.
//
// Why: no library of theirs checks more than equality. The place of the secret is written here a second
// time, from their pages and not from the table.

/** @typedef {{ provider: string, request: (token: string) => Request }} TokenJudge */

/** @param {Record<string, string>} headers @param {object} [body] */
const post = (headers, body = { a: 1 }) =>
  new Request("https://hooks.example/in", { method: "POST", headers, body: JSON.stringify(body) });

/** @param {string} provider @param {string} name @param {string} [before] @returns {TokenJudge} */
const header = (provider, name, before = "") => ({
  provider,
  request: (token) => post({ [name]: `${before}${token}` }),
});

/** @param {string} provider @returns {TokenJudge} */
const basic = (provider) => ({
  provider,
  request: (token) => post({ Authorization: `Basic ${btoa(token)}` }),
});

/** @param {string} provider @param {(token: string) => object} body @returns {TokenJudge} */
const inBody = (provider, body) => ({
  provider,
  request: (token) => post({ "Content-Type": "application/json" }, body(token)),
});

/** The operator writes the secret into the URL of the hook. @param {string} provider @returns {TokenJudge} */
const inUrl = (provider) => ({
  provider,
  request: (token) => {
    const url = new URL("https://hooks.example/in");
    url.searchParams.set("key", token);
    return new Request(url, { method: "POST", body: "{}" });
  },
});

/** @type {readonly TokenJudge[]} */
export const TOKEN_JUDGES = [
  header("gitlab", "X-Gitlab-Token"),
  header("buildkite", "X-Buildkite-Token"),
  header("telegram", "X-Telegram-Bot-Api-Secret-Token"),
  inBody("microsoft-graph", (token) => ({
    value: [{ clientState: token }, { clientState: token }],
  })),
  inBody("figma", (token) => ({ event_type: "FILE_UPDATE", passcode: token })),
  header("datadog", "Authorization", "Bearer "),
  header("new-relic", "Authorization", "Bearer "),
  header("auth0", "Authorization"),
  header("okta", "Authorization"),
  header("hugging-face", "X-Webhook-Secret"),
  header("cloudflare", "cf-webhook-auth"),
  basic("postmark"),
  basic("chargebee"),
  basic("pipedrive"),
  basic("sparkpost"),
  header("ringcentral", "Verification-Token"),
  header("google-calendar", "X-Goog-Channel-Token"),
  inBody("livechat", (token) => ({ secret_key: token })),
  inBody("aircall", (token) => ({ token })),
  inBody("meraki", (token) => ({ sharedSecret: token })),
  header("supabase-database", "Authorization", "Bearer "),
  inBody("feishu", (token) => ({ schema: "2.0", header: { event_id: "1", token } })),
  inBody("mattermost", (token) => ({ token, text: "deploy staging" })),
  {
    provider: "mattermost",
    request: (token) =>
      new Request("https://hooks.example/in", {
        method: "POST",
        body: new URLSearchParams({ token, text: "deploy staging" }),
      }),
  },
  inUrl("strava"),
  inUrl("monday"),
  inUrl("ebay"),
  inUrl("mailchimp"),
  inUrl("cloudevents"),
];
