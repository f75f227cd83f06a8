// @ts-check
// `node examples/local-model/serve.mjs [PORT]`: canned answers on loopback, until Ctrl-C.
import { createLocalModel } from "./local-model.mjs";

const port = Number(process.argv[2] ?? 11_435);
const server = createLocalModel({
  onRequest: ({ path, model, text }) => console.log(`${path} ${model}: ${text.length} characters`),
});
server.listen(port, "127.0.0.1", () => {
  console.log(`Canned answers at http://127.0.0.1:${port}/v1 (no model is asked). Ctrl-C ends it.`);
});
