// A POST that announces a body without a length: refused after the token, never taken for an empty body.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { openRaw } from "./support/raw-client.ts";
import { serveHooks } from "./support/serve-hooks.ts";

const TOKEN = "a-long-random-text-of-the-hooks";

async function answerTo(head: readonly string[]): Promise<string> {
  const mappings = [{ match: { path: "meter" }, messageTemplate: "{{degrees}} degrees" }];
  const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN, mappings } });
  const { port } = await serveHooks(createIngress({ hooks, dispatch: () => undefined }));
  const client = openRaw(port);
  client.send(`${head.join("\r\n")}\r\n\r\n`);
  return client.until("\r\n\r\n");
}

const host = "Host: localhost";
const json = "Content-Type: application/json";
const token = `Authorization: Bearer ${TOKEN}`;

test.each([
  ["HTTP/1.1", [host, token, json], "411"],
  ["HTTP/1.0", [token, json], "411"],
  ["HTTP/1.1", [host, json], "401"],
  ["HTTP/1.1", [host, token], "202"],
  ["HTTP/1.1", [host, token, json, "Content-Length: 0"], "202"],
])(
  "createNodeHandler() answers a POST of %s with %j and no length with %s",
  async (version, headers, status) => {
    const answer = await answerTo([`POST /hooks/meter ${version}`, ...headers]);
    expect(answer.slice(9, 12)).toBe(status);
    if (status === "411") expect(answer).toContain('"length_required"');
  },
);
