// Wrong tokens from many addresses → how many are answered as if nothing had happened before, how fast, and in how much memory.
//
// node --expose-gc soak/attacks/wrong-tokens.mjs [path of a built checkout]
// Requests are given to the ingress directly: the addresses cannot be had on one machine. Takes about 10 s.
import { loadCheckout } from "../shared/hosts.mjs";

const TOKEN = "t0ken-of-the-soak-0123456789";
const GUESSES = 200_000;

const SENDERS = {
  "one address": () => "192.0.2.1",
  "one address, with a port": (turn) => `192.0.2.1:${1_024 + (turn % 60_000)}`,
  "one address, in three spellings": (turn) =>
    ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"][turn % 3],
  "addresses of one /64": (turn) =>
    `2001:db8::${(turn >> 16).toString(16)}:${(turn & 0xffff).toString(16)}`,
  "200,000 networks": (turn) =>
    `2001:db8:${(turn >> 16).toString(16)}:${(turn & 0xffff).toString(16)}::1`,
};

const { compileHooks, createIngress } = await loadCheckout(process.argv[2]);
const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN } });
const heap = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 ** 2;
};

function send(ingress, remoteAddress, token) {
  return ingress.receive({
    method: "POST",
    target: "/hooks/wake",
    headers: () => ({ authorization: `Bearer ${token}` }),
    remoteAddress: () => remoteAddress,
    readBody: async () => ({ kind: "parsed", value: { text: "x" } }),
    isGone: () => false,
  });
}

console.log("| sender | 401 | 429 | guesses/s | MB | the right token |");
for (const [name, addressOf] of Object.entries(SENDERS)) {
  const before = heap();
  // The time stands still: all guesses fall into one window.
  const ingress = createIngress({
    hooks,
    dispatch: () => undefined,
    clock: () => 1_800_000_000_000,
  });
  const count = { 401: 0, 429: 0 };
  const start = performance.now();
  for (let turn = 0; turn < GUESSES; turn++) {
    count[(await send(ingress, addressOf(turn), `guess-${turn}-01234567890123`)).status] += 1;
  }
  const rate = Math.round(GUESSES / ((performance.now() - start) / 1_000));
  const memory = (heap() - before).toFixed(1);
  const { status } = await send(ingress, addressOf(0), TOKEN);
  console.log(`| ${name} | ${count[401]} | ${count[429]} | ${rate} | ${memory} | ${status} |`);
}
process.exit();
