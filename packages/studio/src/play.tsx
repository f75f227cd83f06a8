// The entry of the playground's page.
import { render } from "preact";
import { createEnginePort } from "./engine/engine-port.ts";
import { writeEvent } from "./model/event-text.ts";
import { App, firstState, type Samples } from "./play/app.tsx";

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
  const samples = (await import("./generated/samples.ts")).samples as Samples;
  const event = samples.events[FIRST_SAMPLE];
  const first = await firstState(location.hash, {
    config: FIRST_CONFIG,
    format: "yaml",
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
      isCompact={"compact" in root.dataset}
      createPort={(show) => createEnginePort(workerUrl, show)}
    />,
    root,
  );
}

void start();
