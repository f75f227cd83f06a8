// A consumer that is type-checked against the declarations of the tarballs, and never run.
import { createFetchHandler, type FetchHandler } from "@hookwright/adapter-fetch";
import { createHooksServer, type HooksServer } from "@hookwright/adapter-node";
import { loadHooks } from "@hookwright/config";
import { compileHooks, type Hooks, type HookwrightConfig, type Resolution } from "@hookwright/core";
import { createIngress, type Ingress } from "@hookwright/core/ingress";
import { createTransformLoader } from "@hookwright/transforms";

const config: HookwrightConfig = {
  hooks: { enabled: true, mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}}" }] },
};
const hooks: Hooks = compileHooks(config);
const ingress: Ingress = createIngress({ hooks, dispatch: async (action) => void action.kind });

export const handler: FetchHandler = createFetchHandler(ingress);
export const server: HooksServer = createHooksServer({ ingress });
export const resolution: Promise<Resolution> = Promise.resolve(
  hooks.resolve({ path: "ci", payload: {} }),
);
export const loaded = loadHooks("hooks.yaml", { createTransformLoader });
