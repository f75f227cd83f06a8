// Names of scripts, one message each → what each printed. All run in this process, which starts and imports once.
//
// Later output, from a server or a timer, still belongs to its script. The process ends by itself unless a script
// leaves something open.
import { AsyncLocalStorage } from "node:async_hooks";

/** @type {AsyncLocalStorage<string>} */
const running = new AsyncLocalStorage();
const write = process.stdout.write.bind(process.stdout);

process.stdout.write = /** @type {typeof write} */ (
  (/** @type {string} */ text) => {
    const file = running.getStore();
    if (file === undefined) return write(text);
    process.send?.({ file, text: String(text) });
    return true;
  }
);

process.on("message", async (/** @type {string | null} */ file) => {
  // Nothing more comes: the channel alone keeps no process alive.
  if (file === null) return process.channel?.unref();
  const error = await running.run(file, () => import(file).then(() => undefined, describe));
  process.send?.({ file, done: true, error });
});

/** @param {unknown} error */
function describe(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
