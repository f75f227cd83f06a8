// The entry of the playground's page.
import type { About, ServedConfig } from "@hookwright/host/api";
import { render } from "preact";
import { type ApiFailure, createClient } from "./api/client.ts";
import { readToken } from "./api/session.ts";
import { createEnginePort } from "./engine/engine-port.ts";
import { writeEvent } from "./model/event-text.ts";
import { AskToken } from "./parts/ask-token.tsx";
import { App, firstState, type Samples } from "./play/app.tsx";
import { isLocal } from "./play/docs-page.ts";
import type { LiveStart } from "./play/live-pane.tsx";

const FIRST_SAMPLE = "github/push";

const FIRST_CONFIG = `hooks:
  enabled: true
  token: \${HOOK_TOKEN}
  mappings:
    - id: push
      match:
        path: github
        headers: { x-github-event: push }
      sessionKey: "hook:github:{{repository.full_name}}"
      instructions: Summarize the push in one sentence.
      messageTemplate: |
        {{pusher.name}} pushed to {{repository.full_name}}:
        {{#each commits}}
        - {{message}}
        {{/each}}
`;

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) throw new Error("The page has no element #app.");
  const connected = isLocal() ? await connect() : undefined;
  if (connected !== undefined && "failure" in connected) {
    root.replaceChildren();
    render(<AskToken message={connected.failure} />, root);
    return;
  }
  const { config, live } = connected ?? {};
  const samples = (await import("./generated/samples.ts")).samples as Samples;
  const event = samples.events[FIRST_SAMPLE];
  const first = await firstState(location.hash, {
    config: config?.text ?? FIRST_CONFIG,
    format: config?.format ?? "yaml",
    event:
      event === undefined
        ? { path: "github", headers: "", query: "", payload: "{}" }
        : writeEvent(event),
    sample: FIRST_SAMPLE,
  });
  // The fragment stays in the history of the browser otherwise.
  if (location.hash.startsWith("#s=")) history.replaceState(undefined, "", location.pathname);
  const workerUrl = new URL(root.dataset["worker"] ?? "", location.href).href;
  root.replaceChildren();
  render(
    <App
      samples={samples}
      first={first}
      live={live}
      isCompact={"compact" in root.dataset}
      createPort={(show) => createEnginePort(workerUrl, show)}
    />,
    root,
  );
}

type Connected =
  | { readonly config: ServedConfig | undefined; readonly live: LiveStart }
  | { readonly failure: string };

/** The server of this page, and the config that it serves. */
async function connect(): Promise<Connected> {
  const token = readToken();
  if (token === undefined) return { failure: "This page needs the token of the server." };
  const client = createClient(token);
  try {
    const about = await client.get<About>("about");
    // A plan is served without its config.
    const config = await client.get<ServedConfig>("config").catch(() => undefined);
    return { config, live: { client, about } };
  } catch (error) {
    const { code, message } = error as ApiFailure;
    return {
      failure: code === "unauthorized" ? "This token is not that of the running server." : message,
    };
  }
}

void start();
