// The shapes of vendors' tokens, as data → expressions that find them.
//
// Every pattern takes linear time: no two parts of one that repeat can match the same characters.

interface TokenShape {
  readonly of: string;
  /** What a token begins with. Expressions here have a fixed length for each alternative. */
  readonly start: string;
  /** What follows it. */
  readonly rest: string;
}

const ALNUM = "[A-Za-z0-9]";

const WORD = "[\\w-]";

const HEX = "[A-Fa-f0-9]";

const BASE64 = "[\\w+/=-]";

const UUID = "[A-Fa-f0-9-]{36}";

const SHAPES: readonly TokenShape[] = [
  { of: "OpenAI, Anthropic, OpenRouter, DeepSeek", start: "sk-", rest: `${WORD}{16,}` },
  {
    of: "Stripe, Clerk, ElevenLabs",
    start: "(?:sk|rk|pk)_(?:(?:live|test|prod)_)?",
    rest: `${ALNUM}{8,}`,
  },
  { of: "Stripe, Svix, Standard Webhooks", start: "whsec_", rest: `${BASE64}{8,}` },
  { of: "Stripe", start: "(?:pi|seti|src|cs)_", rest: `${ALNUM}{8,}_secret_${WORD}{8,}` },
  { of: "GitHub", start: "gh[oprsu]_", rest: "\\w{16,}" },
  { of: "GitHub", start: "github_pat_", rest: "\\w{16,}" },
  {
    of: "GitLab",
    start: "gl(?:pat|cbt|dt|ffct|ft|imt|agent|oas|ptt|rt|rtr|soat|wt)-",
    rest: `${WORD}{12,}(?:\\.${ALNUM}{2,}){0,9}`,
  },
  { of: "GitLab", start: "GR1348941", rest: `${WORD}{16,}` },
  { of: "Slack", start: "xox[a-z](?:\\.xox[bp])?-", rest: `${WORD}{8,}` },
  { of: "Slack", start: "x(?:app|wfp)-", rest: `${WORD}{8,}` },
  { of: "Google", start: "AIza", rest: `${WORD}{30,}` },
  { of: "Google", start: "GOCSPX-", rest: `${WORD}{16,}` },
  { of: "Google", start: "ya29\\.", rest: "[\\w.-]{16,}" },
  { of: "Google", start: "1//0", rest: `${WORD}{20,}` },
  { of: "AWS", start: "(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)", rest: "[A-Z0-9]{12,}" },
  { of: "AWS Bedrock", start: "(?:ABSK|bedrock-api-key-)", rest: `${BASE64}{40,}` },
  { of: "npm", start: "npm_", rest: `${ALNUM}{20,}` },
  { of: "PyPI", start: "pypi-", rest: `${WORD}{40,}` },
  { of: "RubyGems", start: "rubygems_", rest: `${HEX}{32,}` },
  { of: "Clojars", start: "CLOJARS_", rest: `${ALNUM}{40,}` },
  { of: "Docker", start: "dckr_[a-z]{2,4}_", rest: `${WORD}{20,}` },
  { of: "Hugging Face", start: "(?:hf_|api_org_)", rest: `${ALNUM}{20,}` },
  { of: "Groq", start: "gsk_", rest: `${ALNUM}{20,}` },
  { of: "xAI, Perplexity", start: "(?:xai|pplx)-", rest: `${WORD}{20,}` },
  { of: "Replicate", start: "r8_", rest: `${ALNUM}{30,}` },
  { of: "LangSmith", start: "lsv2_(?:pt|sk)_", rest: "\\w{20,}" },
  { of: "SendGrid", start: "SG\\.", rest: `${WORD}{16,}\\.${WORD}{16,}` },
  { of: "Mailgun", start: "key-", rest: `${HEX}{32}` },
  { of: "Mailchimp", start: `${HEX}{32}`, rest: "-us\\d{1,2}" },
  { of: "Brevo", start: "x(?:keysib|smtpsib)-", rest: `${WORD}{32,}` },
  { of: "Resend", start: "re_", rest: `${ALNUM}{6,}_${ALNUM}{16,}` },
  { of: "Discord", start: "[MNO]", rest: `${WORD}{22,27}\\.${WORD}{6,7}\\.${WORD}{27,}` },
  { of: "DigitalOcean", start: "do[opr]_v1_", rest: `${HEX}{32,}` },
  { of: "Shopify", start: "shp[a-z]{2,3}_", rest: `${HEX}{32,}` },
  { of: "Azure, Entra ID", start: "[\\w~.]{3}\\dQ~", rest: "[\\w~.-]{24,}" },
  { of: "Azure", start: "[A-Za-z0-9+/]{86}", rest: "==" },
  { of: "Twilio", start: "SK", rest: `${HEX}{32}` },
  { of: "Square", start: "(?:EAAA|sq0[a-z]{3}-)", rest: `${WORD}{20,}` },
  { of: "Meta", start: "EAA", rest: `${ALNUM}{30,}` },
  {
    of: "Braintree",
    start: "access_token\\$(?:production|sandbox)\\$",
    rest: `${ALNUM}{10,}\\$${HEX}{32}`,
  },
  { of: "Plaid", start: "access-(?:sandbox|development|production)-", rest: UUID },
  { of: "Flutterwave", start: "FLW(?:SECK|PUBK)(?:_TEST)?-", rest: `${WORD}{12,}` },
  { of: "Shippo", start: "shippo_(?:live|test)_", rest: `${HEX}{32,}` },
  { of: "EasyPost", start: "EZ[AT]K", rest: `${ALNUM}{40,}` },
  { of: "Duffel", start: "duffel_(?:live|test)_", rest: `${BASE64}{32,}` },
  { of: "Notion", start: "(?:ntn|secret)_", rest: `${ALNUM}{32,}` },
  { of: "Linear", start: "lin_[a-z]{2,6}_", rest: `${ALNUM}{20,}` },
  { of: "Figma", start: "fig[a-z]_", rest: `${WORD}{20,}` },
  { of: "Airtable", start: "pat", rest: `${ALNUM}{14}\\.${HEX}{32,}` },
  { of: "Asana", start: "\\d/\\d{10,20}", rest: `(?:/\\d{10,20})?:${HEX}{32}` },
  { of: "Atlassian", start: "AT(?:ATT3|CTT3|BB)", rest: `${BASE64}{20,}` },
  { of: "HubSpot", start: "pat-[a-z]{2}\\d-", rest: UUID },
  { of: "Typeform, Prefect, Readme", start: "(?:tfp|pn[bu]|rdme)_", rest: `${WORD}{32,}` },
  { of: "Contentful, Frame.io", start: "(?:CFPAT|fio-u)-", rest: `${WORD}{32,}` },
  { of: "Dropbox", start: "sl\\.", rest: "[\\w.-]{60,}" },
  { of: "Sentry", start: "sntry[su]_", rest: `${BASE64}{32,}` },
  { of: "Grafana", start: "gl(?:sa|c)_", rest: `${BASE64}{32,}` },
  { of: "New Relic", start: "NR(?:AK|II|JS|RA)-", rest: `${WORD}{16,}` },
  { of: "Dynatrace", start: "dt0[a-z]\\d\\d\\.", rest: "[\\w.]{24,}" },
  { of: "Postman", start: "PMAK-", rest: `${WORD}{32,}` },
  { of: "Pulumi", start: "pul-", rest: `${HEX}{32,}` },
  { of: "Terraform", start: `${ALNUM}{14}\\.atlasv1\\.`, rest: `${WORD}{40,}` },
  { of: "Vault", start: "hv[bsr]\\.", rest: `${WORD}{20,}` },
  { of: "Doppler", start: "dp\\.[a-z]{2,5}\\.", rest: "[\\w.]{20,}" },
  { of: "Databricks", start: "dapi", rest: `${HEX}{32}(?:-\\d)?` },
  { of: "PlanetScale", start: "pscale_[a-z]{2,5}_", rest: "[\\w.=-]{24,}" },
  { of: "Supabase", start: "sb(?:p_|s_|_secret_)", rest: `${WORD}{20,}` },
  { of: "Vercel, Netlify", start: "(?:vc[a-z]|nfp)_", rest: `${WORD}{20,}` },
  { of: "Fly.io", start: "f(?:o1|m1[ar]|m2)_", rest: `${BASE64}{32,}` },
  { of: "Heroku", start: "HRKU-", rest: `${WORD}{32,}` },
  { of: "Cloudflare", start: "v1\\.0-", rest: `${HEX}{24}-${HEX}{100,}` },
  { of: "Tailscale", start: "tskey-", rest: `${WORD}{16,}` },
  { of: "CircleCI, Buildkite", start: "(?:CCIPAT|bkua)_", rest: `${WORD}{20,}` },
  { of: "SonarQube, Sourcegraph", start: "(?:sq[apu]|sgp)_", rest: "\\w{32,}" },
  { of: "Artifactory", start: "(?:AKCp|cmVmd)", rest: `${ALNUM}{50,}` },
  { of: "OpenShift", start: "sha256~", rest: `${WORD}{32,}` },
  { of: "1Password", start: "ops_eyJ", rest: `${BASE64}{40,}` },
  { of: "1Password", start: "A3-[A-Z0-9]{6}-", rest: "[A-Z0-9-]{20,}" },
  { of: "age", start: "AGE-SECRET-KEY-1", rest: "[A-Z0-9]{50,}" },
  { of: "Adobe", start: "p8e-", rest: `${ALNUM}{24,}` },
  { of: "Alibaba Cloud", start: "LTAI", rest: `${ALNUM}{12,}` },
  { of: "Yandex Cloud", start: "(?:AQVN|t1\\.)", rest: "[\\w.=-]{32,}" },
  { of: "Mapbox", start: "[ps]k\\.eyJ", rest: "[\\w.-]{20,}" },
];

/** A token does not begin within a word; `_` may precede it, as in names of files. */
export const TOKEN: RegExp = new RegExp(
  `(?<![A-Za-z0-9])(?:${SHAPES.map(({ start, rest }) => `${start}${rest}`).join("|")})`,
  "dg",
);

/** The number of a bot and its key, also after the word `bot` in its URLs. */
export const TELEGRAM_TOKEN: RegExp = /(?<!\d)\d{6,12}:A[\w-]{30,}/dg;

/** Of two or three parts, or of the five of an encrypted one. */
export const JWT: RegExp = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]*\.[\w-]*(?:\.[\w-]*){0,2}/dg;

/** Anybody who knows the rest of such a URL can post there. */
const WEBHOOK_STARTS: readonly string[] = [
  "hooks\\.slack(?:-gov)?\\.com/[a-z]{3,12}/",
  "discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/",
  "(?:webhook\\.office|outlook\\.office|outlook\\.office365)\\.com/webhook(?:b2)?/",
  "hooks\\.zapier\\.com/hooks/",
  "hook\\.[a-z\\d.]{0,20}make\\.com/",
  "maker\\.ifttt\\.com/",
  "(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/",
];

export const WEBHOOK_URL: RegExp = new RegExp(
  `\\b(?:${WEBHOOK_STARTS.join("|")})(?<value>[^\\s"'<>?#]+)`,
  "dgi",
);
