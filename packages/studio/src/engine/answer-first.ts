// The first event and config of the page → what the page shows before its engine has loaded. Runs in build.mjs alone.
import type { HookEvent } from "@hookwright/core";
import { writeEvent } from "../model/event-text.ts";
import type { First } from "../model/first.ts";
import { createEngine } from "./create-engine.ts";

const CONFIG = `hooks:
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

export async function answerFirst(sample: string, sent: HookEvent): Promise<First> {
  const event = writeEvent(sent);
  const answer = await createEngine().ask({ config: CONFIG, format: "yaml", event });
  return { sample, event, config: CONFIG, format: "yaml", answer };
}
