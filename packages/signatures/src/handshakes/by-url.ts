// Handshakes that need no body: the vendor asks by a query, a header or the method alone.

import { hasOwnKey, readPath, tokenMatches } from "@hookwright/base";
import { echoable, type Handshake, jsonAnswer, textAnswer } from "./handshake.ts";

/** Facebook, Instagram and WhatsApp show the token that the operator typed in there. */
export const META: Handshake = {
  methods: ["GET"],
  isSigned: false,
  answer({ query, config: { verifyToken = "" } }) {
    const isRight = tokenMatches(query["hub.verify_token"] ?? "", verifyToken);
    if (query["hub.mode"] !== "subscribe" || !isRight) return undefined;
    return textAnswer(echoable(query["hub.challenge"]));
  },
};

/** A POST, with the text of the subscription's check in its query. */
export const MICROSOFT_GRAPH: Handshake = {
  methods: ["POST"],
  isSigned: false,
  // SharePoint writes the same name in lower case.
  answer: ({ query }) => textAnswer(echoable(query["validationToken"] ?? query["validationtoken"])),
};

/** Also Nylas. */
export const DROPBOX: Handshake = {
  methods: ["GET"],
  isSigned: false,
  answer: ({ query }) => textAnswer(echoable(query["challenge"])),
};

export const OKTA: Handshake = {
  methods: ["GET"],
  isSigned: false,
  answer(request) {
    const verification = echoable(request.header("x-okta-verification-challenge"));
    return verification === undefined ? undefined : jsonAnswer({ verification });
  },
};

/** The request that checks a URL is signed as events are. */
export const FRONT: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer: (request) => textAnswer(echoable(request.header("x-front-challenge"))),
};

/** At the creation of a subscription and at each renewal. Whoever shows an event wants more than an echo. */
export const RINGCENTRAL: Handshake = {
  methods: ["POST"],
  isSigned: false,
  answer(request) {
    const token = echoable(request.header("validation-token"));
    if (token === undefined || hasOwnKey(request.body, "event")) return undefined;
    return { status: 200, headers: { "validation-token": token }, body: "" };
  },
};

/** Trello looks whether anything answers. */
export const TRELLO: Handshake = {
  methods: ["HEAD"],
  isSigned: false,
  answer: () => ({ status: 200, headers: {}, body: "" }),
};

/** A host name, or the star that stands for any. */
const ORIGIN = /^[A-Za-z0-9.*:/_-]{1,253}$/;

/** Event Grid asks by OPTIONS for events of the CloudEvents form, and by a POST for those of its own. */
export const CLOUDEVENTS: Handshake = {
  methods: ["OPTIONS", "POST"],
  isSigned: false,
  answer(request) {
    if (request.method === "POST") return answerEventGrid(request.body);
    const origin = request.header("webhook-request-origin") ?? "";
    if (!ORIGIN.test(origin)) return undefined;
    // No limit of ours: the gates have their own.
    const rate = { "webhook-allowed-rate": "*" };
    const headers = { allow: "POST", "webhook-allowed-origin": origin, ...rate };
    return { status: 200, headers, body: "" };
  },
};

function answerEventGrid(body: unknown): ReturnType<Handshake["answer"]> {
  if (readPath(body, [0, "eventType"]) !== "Microsoft.EventGrid.SubscriptionValidationEvent") {
    return undefined;
  }
  const validationResponse = echoable(readPath(body, [0, "data", "validationCode"]));
  return validationResponse === undefined ? undefined : jsonAnswer({ validationResponse });
}
