// Payloads by their index, one at a time → the processor's time of redacting and describing them, in microseconds.
import { costlyPayloads } from "./costly-payloads.mjs";

const { createRedactor } = await import(process.argv[2] ?? "");
const payloads = costlyPayloads();

process.on("message", (/** @type {{ index: number, size: number }} */ { index, size }) => {
  const [, create] = payloads[index] ?? [];
  const payload = create?.(size);
  // Its text is also one of those that are known to be somebody's name, and one below the key of a secret.
  const event = {
    path: "a",
    headers: {},
    query: {},
    payload: { body: payload, user: { login: "annlee" } },
  };
  let state = 1;
  const redact = createRedactor({
    redactText: true,
    random: (/** @type {number} */ limit) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % limit;
    },
  });
  const start = process.cpuUsage();
  redact(event);
  const { user, system } = process.cpuUsage(start);
  process.send?.({ redact: user + system });
});
