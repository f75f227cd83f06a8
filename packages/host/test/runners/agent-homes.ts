// The address of a local model server → what each agent has to have in its home to ask it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { PresetName } from "../../src/runner/command/presets.ts";

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-runner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export interface AgentHome {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The name of the model for this agent. */
  readonly model: string;
}

export function createAgentHome(name: PresetName, baseUrl: string, key: string): AgentHome {
  const home = createFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  switch (name) {
    case "claude":
      return {
        home,
        model: "anthropic/claude-local",
        env: { ANTHROPIC_BASE_URL: baseUrl.replace(/\/v1$/, ""), ANTHROPIC_API_KEY: key },
      };
    case "codex":
      write(".codex/config.toml", codexConfig(baseUrl));
      return { home, model: "openai/local", env: { LOCAL_KEY: key } };
    case "opencode":
      write(".config/opencode/opencode.json", opencodeConfig(baseUrl));
      return { home, model: "local/local", env: { LOCAL_KEY: key } };
    case "pi":
      write(".pi/agent/models.json", piModels(baseUrl));
      write(".pi/agent/settings.json", '{"retry":{"enabled":false,"provider":{"maxRetries":0}}}');
      return { home, model: "local/local", env: { LOCAL_KEY: key } };
  }
}

function codexConfig(baseUrl: string): string {
  return `model_provider = "local"
[model_providers.local]
name = "local"
base_url = "${baseUrl}"
env_key = "LOCAL_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;
}

function opencodeConfig(baseUrl: string): string {
  const options = { baseURL: baseUrl, apiKey: "{env:LOCAL_KEY}" };
  const local = { npm: "@ai-sdk/openai-compatible", options, models: { local: {} } };
  return JSON.stringify({ provider: { local } });
}

function piModels(baseUrl: string): string {
  const model = { id: "local", name: "local", reasoning: false, input: ["text"] };
  const models = [{ ...model, contextWindow: 32_000, maxTokens: 4_000 }];
  const local = { baseUrl, api: "openai-completions", apiKey: "LOCAL_KEY", models };
  return JSON.stringify({ providers: { local } });
}
