// A runner without a model: it answers with the first line of the message.
import { defineRunner } from "@hookwright/host/kit";

export default defineRunner<{ readonly prefix: string }>({
  create: ({ prefix }) => ({
    run: async ({ message }) => ({ ok: true, text: `${prefix} ${message.split("\n")[0]}` }),
  }),
});
