// The channel "pager": one POST for each message, to a service that pages a team.
import {
  type AnswerRules,
  defineChannel,
  resultOfExchange,
  sendRequest,
} from "@hookwright/host/kit";

export interface PagerSettings {
  readonly url: string;
  readonly token: string;
}

const ANSWERS: AnswerRules = {
  name: "Pager",
  read: ({ status, body }) => {
    const { id, error } = (body ?? {}) as { readonly id?: string; readonly error?: string };
    return {
      ...(status < 300 && id !== undefined && { id }),
      ...(status >= 300 && error !== undefined && { word: error }),
    };
  },
  rows: [{ words: ["no_such_team"], kind: "message", code: "recipient_unknown" }],
};

export default defineChannel<PagerSettings>({
  limit: 500,
  recipient: { pattern: /[a-z][a-z-]*/, hint: "Write the name of a team, such as on-call." },
  create: ({ url, token }, { fetch, clock }) => {
    if (!URL.canParse(url)) throw new Error('"url" is not an address');
    return {
      send: async ({ key, to, text }, signal) => {
        const headers = {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": key,
        };
        const body = JSON.stringify({ team: to, text });
        const exchange = await sendRequest({ url, headers, body }, { fetch, signal });
        return resultOfExchange(exchange, ANSWERS, clock());
      },
    };
  },
});
