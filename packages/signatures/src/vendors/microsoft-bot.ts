// Microsoft Teams bots, and other channels of the Bot Framework.
import type { Provider, Unsendable, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "microsoft-bot",
  name: "Microsoft Teams bot (Bot Framework)",
  aliases: ["botframework", "bot-framework", "teams-bot", "azure-bot", "microsoft-teams-bot"],
  docs: "https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication",
  jwt: {
    scheme: "jwt",
    algorithms: ["RS256"],
    header: "authorization",
    prefix: "Bearer ",
    issuers: ["https://api.botframework.com"],
    audiences: [],
    claims: {},
    binds: { claim: "serviceurl", of: "field", json: "serviceUrl" },
    keyLimit: { list: "endorsements", json: "channelId" },
    jwks: "https://login.botframework.com/v1/.well-known/keys",
  },
  tokens: {
    leewaySeconds: 300,
    requires: { audience: "Write the application (client) id of the bot: its tokens are for it." },
  },
  delivery: {
    retries: "Sends the same activity again after 15 s without an answer.",
  },
  secretFrom: "No secret: the Microsoft App ID of the Azure Bot, under Configuration.",
};

export const page: VendorPage = {
  config: ['audience: "12345678-1234-1234-1234-123456789012"'],
  notes: [
    "Every channel of the bot sends such tokens, also Web Chat and Direct Line, whose clients can choose their `from.id`. Before you trust a person's id, compare `payload.channelId` with `msteams` in `match.when`, as in [Microsoft Teams bots](../signatures.md#microsoft-teams-bots).",
    "The `id` of an activity is unique only within its conversation, and an edited message keeps it, so a repeat is recognized by its body.",
    "The keys are fetched from the URL that Microsoft's OpenID document names; if Microsoft changes it, write the new one as `jwks`.",
    "Tokens of the Bot Framework Emulator, of other bots (skills) and of Azure Government have other issuers, and are refused.",
    "[`microsoft-teams`](microsoft-teams.md) is another thing: an outgoing webhook, which signs with a shared secret.",
  ],
};

export const cannotSend: Unsendable = {
  reason: "Microsoft alone has the private key",
  instead: "write to the bot in Teams",
  isManual: true,
};
