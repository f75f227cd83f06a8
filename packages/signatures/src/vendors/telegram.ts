// Telegram.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "telegram",
  name: "Telegram",
  docs: "https://core.telegram.org/bots/api#setwebhook",
  token: { header: "x-telegram-bot-api-secret-token" },
  delivery: { id: { json: "update_id" } },
  secretFrom: "The `secret_token` that you passed to `setWebhook`.",
};

export const samples: readonly Sample[] = [
  {
    event: "message",
    body: ({ now, seconds }) => ({
      update_id: now,
      message: {
        message_id: 1,
        from: { id: 7, is_bot: false, first_name: "Ben" },
        chat: { id: 7, first_name: "Ben", type: "private" },
        date: seconds,
        text: "Are you open on Monday?",
      },
    }),
  },
];
