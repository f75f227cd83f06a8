// A listener → a server on a free port of the loopback interface that ends with the test.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Served {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
}

export async function serve(target: RequestListener | Server): Promise<Served> {
  const server = typeof target === "function" ? createServer(target) : target;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}
