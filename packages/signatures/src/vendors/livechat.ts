// LiveChat.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "livechat",
  name: "LiveChat",
  token: { body: "secret_key" },
};

export const samples: readonly Sample[] = [
  {
    event: "incoming_chat",
    body: ({ id }) => ({
      webhook_id: id,
      action: "incoming_chat",
      organization_id: "390e44e6",
      payload: { chat: { id: "PJ0MRSHTDG", thread: { id: "K600PKZON8" } } },
    }),
  },
];
