// A consumer that is type-checked against the declarations of the tarballs, and never run.
import { createFetchHandler, type FetchHandler } from "@hookwright/adapter-fetch";
import { createHooksServer, type HooksServer } from "@hookwright/adapter-node";
import { loadHooks } from "@hookwright/config";
import { compileHooks, type Hooks, type HookwrightConfig, type Resolution } from "@hookwright/core";
import { fenceText } from "@hookwright/core/fence";
import { createIngress, type IdempotencyStore, type Ingress } from "@hookwright/core/ingress";
import { type Problem, problemToText } from "@hookwright/core/problems";
import { hooksSchema } from "@hookwright/core/schema";
import { defineTransform, type Transform } from "@hookwright/core/transform";
import { PROVIDERS, type Provider } from "@hookwright/signatures";
import { createRedisStore } from "@hookwright/store-redis";
import { compileTemplate, type TemplateResult } from "@hookwright/template";
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
export const template: TemplateResult = compileTemplate("{{job}}");
export const transform: Transform<{ job: string }> = defineTransform<{ job: string }>(
  ({ payload }) => ({ message: payload.job.toUpperCase() }),
);
export const fenced: string = fenceText("text", { id: "1", source: "a test" });
export const toText: (problem: Problem) => string = problemToText;
export const providers: readonly Provider[] = PROVIDERS;
export const store: IdempotencyStore = createRedisStore({ client: { sendCommand: async () => 1 } });
export const schema: object = hooksSchema;
