// ClickUp.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "clickup",
  name: "ClickUp",
  signatures: [bodyHmac("x-signature")],
};

export const samples: readonly Sample[] = [
  {
    event: "taskCreated",
    body: ({ id }) => ({
      event: "taskCreated",
      history_items: [],
      task_id: "1vj37mc",
      webhook_id: id,
    }),
  },
];
