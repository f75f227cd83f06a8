// Learns the ids of its events, and answers each event with those of the earlier ones.
import { writeSync } from "node:fs";

const ids = [];
const { join } = Array.prototype;

/** The worker joins the pieces of a line with it. */
Array.prototype.join = function joinAndRead(...separators) {
  const text = join.apply(this, separators);
  const [, id] = /"kind":"call","id":"([^"]+)"/.exec(text) ?? [];
  if (id !== undefined) ids.push(id);
  return text;
};

export default ({ payload }) => {
  for (const id of ids.slice(0, -1)) {
    writeSync(3, `{"kind":"answer","id":"${id}","outcome":{"kind":"result","result":7}}\n`);
  }
  return { message: payload.id, name: String(ids.length) };
};
