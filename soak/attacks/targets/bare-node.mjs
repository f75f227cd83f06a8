// A node:http server without Hookwright: it reads a body, keeps nothing of it, and answers.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.on("data", () => undefined);
  request.on("end", () => response.end());
});
server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
