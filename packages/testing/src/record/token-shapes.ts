// The shapes of vendors' tokens, as data → expressions that find them.
//
// Every pattern takes linear time: no two parts of one that repeat can match the same characters.

/** Vendors; what their tokens begin with, whose alternatives each have a fixed length; and what follows it. */
type TokenShape = readonly [vendors: string, start: string, rest: string];

const ALNUM = "[A-Za-z0-9]";

const WORD = "[\\w-]";

const HEX = "[A-Fa-f0-9]";

const BASE64 = "[\\w+/=-]";

const UUID = "[A-Fa-f0-9-]{36}";

const SHAPES: readonly TokenShape[] = [
  ["OpenAI, Anthropic, OpenRouter, DeepSeek", "sk-", `${WORD}{16,}`],
  ["Stripe, Clerk, ElevenLabs", "(?:sk|rk|pk)_(?:(?:live|test|prod)_)?", `${ALNUM}{8,}`],
  ["Stripe, Svix, Standard Webhooks", "whsec_", `${BASE64}{8,}`],
  ["Stripe", "(?:pi|seti|src|cs)_", `${ALNUM}{8,}_secret_${WORD}{8,}`],
  ["GitHub", "gh[oprsu]_", "\\w{16,}"],
  ["GitHub", "github_pat_", "\\w{16,}"],
  [
    "GitLab",
    "gl(?:pat|cbt|dt|ffct|ft|imt|agent|oas|ptt|rt|rtr|soat|wt)-",
    `${WORD}{12,}(?:\\.${ALNUM}{2,}){0,9}`,
  ],
  ["GitLab", "GR1348941", `${WORD}{16,}`],
  ["Slack", "xox[a-z](?:\\.xox[bp])?-", `${WORD}{8,}`],
  ["Slack", "x(?:app|wfp)-", `${WORD}{8,}`],
  ["Google", "AIza", `${WORD}{30,}`],
  ["Google", "GOCSPX-", `${WORD}{16,}`],
  ["Google", "ya29\\.", "[\\w.-]{16,}"],
  ["Google", "1//0", `${WORD}{20,}`],
  ["AWS", "(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)", "[A-Z0-9]{12,}"],
  ["AWS Bedrock", "(?:ABSK|bedrock-api-key-)", `${BASE64}{40,}`],
  ["npm", "npm_", `${ALNUM}{20,}`],
  ["PyPI", "pypi-", `${WORD}{40,}`],
  ["RubyGems", "rubygems_", `${HEX}{32,}`],
  ["Clojars", "CLOJARS_", `${ALNUM}{40,}`],
  ["Docker", "dckr_[a-z]{2,4}_", `${WORD}{20,}`],
  ["Hugging Face", "(?:hf_|api_org_)", `${ALNUM}{20,}`],
  ["Groq", "gsk_", `${ALNUM}{20,}`],
  ["xAI, Perplexity", "(?:xai|pplx)-", `${WORD}{20,}`],
  ["Replicate", "r8_", `${ALNUM}{30,}`],
  ["LangSmith", "lsv2_(?:pt|sk)_", "\\w{20,}"],
  ["SendGrid", "SG\\.", `${WORD}{16,}\\.${WORD}{16,}`],
  ["Mailgun", "key-", `${HEX}{32}`],
  ["Mailchimp", `${HEX}{32}`, "-us\\d{1,2}"],
  ["Brevo", "x(?:keysib|smtpsib)-", `${WORD}{32,}`],
  ["Resend", "re_", `${ALNUM}{6,}_${ALNUM}{16,}`],
  ["Discord", "[MNO]", `${WORD}{22,27}\\.${WORD}{6,7}\\.${WORD}{27,}`],
  ["DigitalOcean", "do[opr]_v1_", `${HEX}{32,}`],
  ["Shopify", "shp[a-z]{2,3}_", `${HEX}{32,}`],
  ["Azure, Entra ID", "[\\w~.]{3}\\dQ~", "[\\w~.-]{24,}"],
  ["Azure", "[A-Za-z0-9+/]{86}", "=="],
  ["Twilio", "SK", `${HEX}{32}`],
  ["Square", "(?:EAAA|sq0[a-z]{3}-)", `${WORD}{20,}`],
  ["Meta", "EAA", `${ALNUM}{30,}`],
  ["Braintree", "access_token\\$(?:production|sandbox)\\$", `${ALNUM}{10,}\\$${HEX}{32}`],
  ["Plaid", "access-(?:sandbox|development|production)-", UUID],
  ["Flutterwave", "FLW(?:SECK|PUBK)(?:_TEST)?-", `${WORD}{12,}`],
  ["Shippo", "shippo_(?:live|test)_", `${HEX}{32,}`],
  ["EasyPost", "EZ[AT]K", `${ALNUM}{40,}`],
  ["Duffel", "duffel_(?:live|test)_", `${BASE64}{32,}`],
  ["Notion", "(?:ntn|secret)_", `${ALNUM}{32,}`],
  ["Linear", "lin_[a-z]{2,6}_", `${ALNUM}{20,}`],
  ["Figma", "fig[a-z]_", `${WORD}{20,}`],
  ["Airtable", "pat", `${ALNUM}{14}\\.${HEX}{32,}`],
  ["Asana", "\\d/\\d{10,20}", `(?:/\\d{10,20})?:${HEX}{32}`],
  ["Atlassian", "AT(?:ATT3|CTT3|BB)", `${BASE64}{20,}`],
  ["HubSpot", "pat-[a-z]{2}\\d-", UUID],
  ["Typeform, Prefect, Readme", "(?:tfp|pn[bu]|rdme)_", `${WORD}{32,}`],
  ["Contentful, Frame.io", "(?:CFPAT|fio-u)-", `${WORD}{32,}`],
  ["Dropbox", "sl\\.", "[\\w.-]{60,}"],
  ["Sentry", "sntry[su]_", `${BASE64}{32,}`],
  ["Grafana", "gl(?:sa|c)_", `${BASE64}{32,}`],
  ["New Relic", "NR(?:AK|II|JS|RA)-", `${WORD}{16,}`],
  ["Dynatrace", "dt0[a-z]\\d\\d\\.", "[\\w.]{24,}"],
  ["Postman", "PMAK-", `${WORD}{32,}`],
  ["Pulumi", "pul-", `${HEX}{32,}`],
  ["Terraform", `${ALNUM}{14}\\.atlasv1\\.`, `${WORD}{40,}`],
  ["Vault", "hv[bsr]\\.", `${WORD}{20,}`],
  ["Doppler", "dp\\.[a-z]{2,5}\\.", "[\\w.]{20,}"],
  ["Databricks", "dapi", `${HEX}{32}(?:-\\d)?`],
  ["PlanetScale", "pscale_[a-z]{2,5}_", "[\\w.=-]{24,}"],
  ["Supabase", "sb(?:p_|s_|_secret_)", `${WORD}{20,}`],
  ["Vercel, Netlify", "(?:vc[a-z]|nfp)_", `${WORD}{20,}`],
  ["Fly.io", "f(?:o1|m1[ar]|m2)_", `${BASE64}{32,}`],
  ["Heroku", "HRKU-", `${WORD}{32,}`],
  ["Cloudflare", "v1\\.0-", `${HEX}{24}-${HEX}{100,}`],
  ["Tailscale", "tskey-", `${WORD}{16,}`],
  ["CircleCI, Buildkite", "(?:CCIPAT|bkua)_", `${WORD}{20,}`],
  ["SonarQube, Sourcegraph", "(?:sq[apu]|sgp)_", "\\w{32,}"],
  ["Artifactory", "(?:AKCp|cmVmd)", `${ALNUM}{50,}`],
  ["OpenShift", "sha256~", `${WORD}{32,}`],
  ["1Password", "ops_eyJ", `${BASE64}{40,}`],
  ["1Password", "A3-[A-Z0-9]{6}-", "[A-Z0-9-]{20,}"],
  ["age", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,}"],
  ["Adobe", "p8e-", `${ALNUM}{24,}`],
  ["Alibaba Cloud", "LTAI", `${ALNUM}{12,}`],
  ["Yandex Cloud", "(?:AQVN|t1\\.)", "[\\w.=-]{32,}"],
  ["Mapbox", "[ps]k\\.eyJ", "[\\w.-]{20,}"],
];

/** A token does not begin within a word; `_` may precede it, as in names of files. */
export const TOKEN: RegExp = new RegExp(
  `(?<![A-Za-z0-9])(?:${SHAPES.map(([, start, rest]) => `${start}${rest}`).join("|")})`,
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
