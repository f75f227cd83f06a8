// Finds the pipe to the server and writes to it.
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";

const LINES = {
  noise: () => "no message\n",
  otherAnswer: () =>
    [1, 2, 3, 4, 5, 6, randomUUID()]
      .map((id) => `{"kind":"answer","id":"${id}","outcome":{"kind":"result","result":7}}\n`)
      .join(""),
  wrongShape: () => '{"kind":"background","thrown":null}\n',
  long: () => "x".repeat(5_000_000),
};

export default ({ payload }) => {
  for (let rest = LINES[payload.what](); rest !== ""; ) rest = rest.slice(write(rest));
  return payload.id === undefined ? new Promise(() => undefined) : { message: payload.id };
};

/** The pipe takes a part at a time. */
function write(text) {
  try {
    return writeSync(3, text);
  } catch {
    return 0;
  }
}
