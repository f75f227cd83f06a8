// Answers and faults → a local model server that listens, with its requests; closed when the test ends.
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createLocalModel } from "../../../../examples/local-model/local-model.mjs";
import type { LocalModelOptions, ModelRequest } from "../../../../examples/local-model/types.ts";

export interface StartedModel {
  readonly baseUrl: string;
  readonly requests: ModelRequest[];
}

export async function startModel(options: LocalModelOptions = {}): Promise<StartedModel> {
  const requests: ModelRequest[] = [];
  const server = createLocalModel({ ...options, onRequest: (request) => requests.push(request) });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}
