// What users import from @hookwright/host/ai: a runner for the models of the AI SDK.

export {
  type AiModelSource,
  type AiRunnerOptions,
  createAiRunner,
} from "./runner/ai/create-ai-runner.ts";
