// A message → events for each hostile module, one after the other, until the message to stop.
import { Agent, request } from "node:http";

const EVENTS = {
  "infinite-loop.js": [{}],
  "never-settles.js": [{}],
  "allocates.js": [{ what: "objects" }, { what: "map" }, { what: "text" }, { what: "buffers" }],
  "returns.js": [{ what: "longText" }, { what: "cyclic" }, { what: "proxy" }, { what: "getter" }],
  "throws.js": [{ what: "text" }, { what: "long" }],
  "exits.js": [{ how: "exit" }, { how: "abort" }],
  "timers.js": [{ id: "t" }],
  "patches-globals.js": [{ id: "p" }],
  "mutates.js": [{ text: "as sent", inner: { list: [1] } }],
  "writes-to-server.js": [{ what: "noise" }, { what: "otherAnswer", id: "w" }],
};

const agent = new Agent({ keepAlive: true });
let running = false;
let count = 0;
let loops = Promise.resolve();

process.on("message", async ({ port, token, run }) => {
  running = run;
  if (run) {
    count = 0;
    loops = Promise.all(Object.keys(EVENTS).map((path) => loop(port, token, path)));
  } else {
    await loops;
  }
  process.send?.({ count });
});

async function loop(port, token, path) {
  for (let turn = 0; running; turn++) {
    const events = EVENTS[path];
    await send(port, token, path, events[turn % events.length]);
    count += 1;
    // A real sender waits after a 500.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function send(port, token, path, payload) {
  return new Promise((resolve) => {
    request({
      agent,
      port,
      host: "127.0.0.1",
      method: "POST",
      path: `/hooks/${path}`,
      headers: { authorization: `Bearer ${token}` },
    })
      .on("error", resolve)
      .on("response", (response) => response.resume().on("end", resolve))
      .end(JSON.stringify(payload));
  });
}
