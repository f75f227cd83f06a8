// A phone number id and a token → the channel whatsapp, which sends by Meta's Cloud API.
import type { Channel, OutgoingPart } from "../../model/channel.ts";
import { type ChannelPorts, withTimeLimit } from "../channel-ports.ts";
import { exchangeThrough } from "../http/exchange.ts";
import { resultOfExchange } from "../http/send-result.ts";
import { markdownToPlainText } from "../markup/plain-text.ts";
import { cleanText } from "../text/clean-text.ts";
import { createRecipientParser } from "../text/recipient.ts";
import { WHATSAPP_ANSWERS } from "./whatsapp-answers.ts";

export interface WhatsAppSettings {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly baseUrl: string;
  /** `v24.0` */
  readonly version: string;
}

/** Of 4,096; the platform does not say in which unit. */
const MAX_UNITS = 4000;

const parsePhone = createRecipientParser({
  channel: "whatsapp",
  forms: [
    {
      pattern: /^\+?([1-9](?:[ .()-]{0,2}\d){6,14})$/,
      spell: (digits = "") => `+${digits.replace(/\D/g, "")}`,
    },
  ],
  hint: "Write the phone number with its country code, such as +16505551234. The Cloud API knows no groups.",
});

export function createWhatsAppChannel(settings: WhatsAppSettings, ports: ChannelPorts): Channel {
  const { baseUrl, version, phoneNumberId, accessToken } = settings;
  const url = `${baseUrl}/${version}/${phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  return {
    id: "whatsapp",
    limit: MAX_UNITS,
    keyWindowMs: 0,
    parseRecipient: parsePhone,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const body = JSON.stringify(bodyOf(part));
        const exchange = await exchangeThrough((fetch) => fetch(url, { headers, body }), {
          fetch: ports.fetch,
          signal: limited,
        });
        return resultOfExchange(exchange, WHATSAPP_ANSWERS, ports.clock());
      }),
  };
}

/** The platform has no switch for its own marks, and no mention by name. */
function bodyOf({ to, text, plain }: OutgoingPart) {
  const clean = cleanText(text);
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to,
    type: "text",
    text: { preview_url: false, body: plain ? clean : markdownToPlainText(clean) },
  };
}
