// A model with canned answers and a webhook that takes messages → a config for `serve --dispatch host`.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createLocalModel } from "../../../../examples/local-model/local-model.mjs";
import type { LocalModelOptions } from "../../../../examples/local-model/types.ts";

export const TOKEN = "a-token-of-more-than-24-characters";

export interface Hosted {
  readonly config: string;
  /** What the platform was sent, in order. */
  readonly messages: readonly {
    readonly key: string;
    readonly to: string;
    readonly text: string;
  }[];
  /** What the model was asked, in order: the newest message. */
  readonly asked: readonly string[];
}

export interface HostedOptions {
  readonly answer?: NonNullable<LocalModelOptions["answer"]>;
  readonly fault?: NonNullable<LocalModelOptions["fault"]>;
  /** Further settings of the block `host`. */
  readonly host?: object;
  /** After that of the run. */
  readonly mappings?: readonly object[];
  /** Waits before the platform answers. */
  readonly beforeSend?: (to: string) => Promise<void>;
}

export async function createHosted(options: HostedOptions = {}): Promise<Hosted> {
  const messages: { key: string; to: string; text: string }[] = [];
  const asked: string[] = [];
  const {
    answer = ({ text }) => (text.includes("HEARTBEAT_OK") ? "All is well, boss." : "A push."),
  } = options;
  const model = createLocalModel({
    answer,
    onRequest: ({ text }) => void asked.push(text),
    ...(options.fault && { fault: options.fault }),
  });
  const platform = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const message = JSON.parse(text) as (typeof messages)[number];
    await options.beforeSend?.(message.to);
    messages.push(message);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: `message-${messages.length}` }));
  });
  const [modelUrl, platformUrl] = await Promise.all([listen(model), listen(platform)]);
  const config = {
    agents: {
      defaults: { model: "local", heartbeat: { every: "0m", target: "webhook", to: "me" } },
    },
    channels: { webhook: { url: platformUrl } },
    host: {
      heartbeat: { minGapSeconds: 0 },
      stopGraceSeconds: 1,
      ...options.host,
      runner: { http: { baseUrl: `${modelUrl}/v1` } },
    },
    hooks: {
      enabled: true,
      token: TOKEN,
      mappings: [
        {
          id: "push",
          match: { path: "github" },
          name: "Push",
          sessionKey: "hook:github",
          messageTemplate: "{{pusher.name}} pushed to {{repository.full_name}}",
          deliver: true,
          channel: "webhook",
          to: "team",
        },
        ...(options.mappings ?? []),
      ],
    },
  };
  return { config: JSON.stringify(config, null, 2), messages, asked };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
