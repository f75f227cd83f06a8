// Handshakes whose question is a field of a JSON body: most of their vendors sign them as they sign events.
import { hasOwnKey, readOwn, tokenMatches } from "@hookwright/base";
import { echoable, type Handshake, jsonAnswer, textAnswer } from "./handshake.ts";

export const SLACK: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer({ body }) {
    if (readOwn(body, "type") !== "url_verification") return undefined;
    return textAnswer(echoable(readOwn(body, "challenge")));
  },
};

export const TWITCH: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer(request) {
    const type = request.header("twitch-eventsub-message-type");
    if (type !== "webhook_callback_verification") return undefined;
    return textAnswer(echoable(readOwn(request.body, "challenge")));
  },
};

/** Webhook events ask with type 0; interactions with type 1, which is the type of every event of the former. */
export const DISCORD: Handshake = {
  methods: ["POST"],
  isSigned: true,
  answer({ body }) {
    const type = readOwn(body, "type");
    if (type === 0) return { status: 204, headers: {}, body: "" };
    return type === 1 && !hasOwnKey(body, "event") ? jsonAnswer({ type: 1 }) : undefined;
  },
};

/** The question has the one key, which no event of monday has alone. */
export const MONDAY: Handshake = {
  methods: ["POST"],
  isSigned: false,
  answer({ body }) {
    const challenge = echoable(readOwn(body, "challenge"));
    const isAlone = challenge !== undefined && Object.keys(body as object).length === 1;
    return isAlone ? jsonAnswer({ challenge }) : undefined;
  },
};

export const FEISHU: Handshake = {
  methods: ["POST"],
  isSigned: false,
  answer({ body, config: { verifyToken = "" } }) {
    const token = readOwn(body, "token");
    const challenge = echoable(readOwn(body, "challenge"));
    if (readOwn(body, "type") !== "url_verification" || challenge === undefined) return undefined;
    const isRight = typeof token === "string" && tokenMatches(token, verifyToken);
    return isRight ? jsonAnswer({ challenge }) : undefined;
  },
};
