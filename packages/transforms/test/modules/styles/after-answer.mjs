// Answers at once and then continues to work.
import { setTimeout as sleep } from "node:timers/promises";

export default ({ payload }) => {
  void work(payload);
  return { message: "soon" };
};

async function work({ url, delayMs }) {
  await sleep(delayMs);
  await fetch(url, { method: "POST" });
}
