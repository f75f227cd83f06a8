// Trello.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "trello",
  name: "Trello",
  deliveryMark: { json: "action.idMemberCreator" },
  docs: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha1",
      key: "utf8",
      signature: { header: "x-trello-webhook" },
      encoding: "base64",
      signed: "{body}{url}",
    },
  ],
  needsPublicUrl: true,
  handshake: "trello",
  delivery: {
    id: { json: "action.id" },
    idSigned: true,
    retries: "Tries after 30, 60 and 120 s, and removes the hook after about 30 days of failures.",
    on4xx: "repeats",
  },
  secretFrom: "https://trello.com/power-ups/admin, the app, API key, Secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "createCard",
    body: ({ id, iso }) => ({
      action: {
        id,
        type: "createCard",
        date: iso,
        data: {
          board: { id: "1", name: "Site" },
          list: { id: "2", name: "To do" },
          card: { id: "3", name: "Correct the map", shortLink: "abc" },
        },
        memberCreator: { id: "4", fullName: "Ann", username: "ann" },
      },
      model: { id: "1", name: "Site" },
    }),
  },
];
