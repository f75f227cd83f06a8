// Four kinds of clients that send a large body → the status that each of them gets to see.
import { execFile } from "node:child_process";
import { request } from "node:http";
import { connect } from "node:net";

export type UploadClient = (url: string, body: Buffer) => Promise<number>;

export const uploadClients: Readonly<Record<string, UploadClient>> = {
  fetch: async (url, body) => {
    const response = await fetch(url, { method: "POST", body: new Uint8Array(body) });
    await response.json();
    return response.status;
  },
  "http.request": (url, body) =>
    new Promise((resolve, reject) => {
      const outgoing = request(url, { method: "POST", headers: { "content-length": body.length } });
      outgoing.on("error", reject);
      outgoing.on("response", (response) => {
        response.resume().on("end", () => resolve(response.statusCode as number));
      });
      outgoing.end(body);
    }),
  curl: (url, body) =>
    new Promise((resolve, reject) => {
      const args = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@-", url];
      const child = execFile("curl", args, (error, stdout) =>
        error ? reject(error) : resolve(Number(stdout)),
      );
      // curl leaves without reading the rest once it has its answer.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(body);
    }),
  "a client that writes all, then reads": (url, body) =>
    new Promise((resolve, reject) => {
      const { hostname, port, pathname } = new URL(url);
      const socket = connect({ host: hostname, port: Number(port) });
      socket.pause().on("error", reject);
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body, () => {
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk.toString("latin1");
        });
        socket.on("close", () => resolve(Number(text.slice(9, 12))));
        socket.resume();
      });
    }),
};
