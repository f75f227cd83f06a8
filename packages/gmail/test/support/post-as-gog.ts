// What the watcher of a comparable gateway posts: its own JSON, two headers, and those that Go's client adds.
import { request } from "node:http";

export interface PostAnswer {
  readonly status: number;
  readonly body: string;
}

export interface GogMessage {
  readonly id: string;
  readonly threadId: string;
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly date?: string;
  readonly snippet?: string;
  readonly body?: string;
  readonly bodyTruncated?: true;
  readonly labels?: readonly string[];
}

/** Go writes `&`, `<` and `>` in JSON as escapes, and ends the text with a line break. */
export function gogBody(messages: readonly GogMessage[], more: object = {}): string {
  const body = {
    source: "gmail",
    account: "you@gmail.com",
    historyId: "19069743",
    messages,
    ...more,
  };
  const text = JSON.stringify(body).replace(
    /[&<>]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

export function postAsGog(hookUrl: string, token: string, body: string): Promise<PostAnswer> {
  const headers = {
    "User-Agent": "Go-http-client/1.1",
    "Content-Length": Buffer.byteLength(body),
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    "Accept-Encoding": "gzip",
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(hookUrl, { method: "POST", headers }, async (incoming) => {
      let text = "";
      for await (const piece of incoming.setEncoding("utf8")) text += piece;
      resolve({ status: incoming.statusCode ?? 0, body: text });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
