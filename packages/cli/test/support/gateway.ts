// Answers, one per request → a gateway on a real socket that sends them in turn and records the requests.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface GatewayAnswer {
  /** `cut` closes the connection, `hang` never answers. */
  readonly status: number | "cut" | "hang";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface GatewayCall {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
}

export interface Gateway {
  readonly url: string;
  readonly calls: readonly GatewayCall[];
}

/** The last answer is repeated. */
export async function startGateway(answers: readonly GatewayAnswer[]): Promise<Gateway> {
  const calls: GatewayCall[] = [];
  const server = createServer(async (request, response) => {
    const at = performance.now();
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const { url: path, headers } = request;
    const answer = answers[Math.min(calls.length, answers.length - 1)] as GatewayAnswer;
    calls.push({ path, headers, body: JSON.parse(text), at });
    if (answer.status === "cut") request.socket.destroy();
    else if (answer.status !== "hang")
      response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, calls };
}
