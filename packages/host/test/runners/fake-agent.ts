// A scene → a command runner with an agent that plays it, and what the agent was given.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Runner } from "../../src/model/turn.ts";
import {
  type CommandRunnerOptions,
  createCommandRunner,
} from "../../src/runner/command/create-command-runner.ts";
import { type CommandSpec, PRESETS, VALUE } from "../../src/runner/command/presets.ts";
import { createFolder } from "./agent-homes.ts";

const SCRIPT = fileURLToPath(new URL("fake-agent.mjs", import.meta.url));

export const FAKE_SPEC: CommandSpec = {
  ...PRESETS.pi,
  program: [process.execPath, SCRIPT],
  thinkingLevels: ["low", "high"],
  resumeArgs: ["--session", VALUE],
};

export interface AgentLog {
  readonly input: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly pids: readonly number[];
}

export interface FakeAgent {
  readonly runner: Runner;
  readonly home: string;
  /** Of the newest turn; undefined if none came. */
  readonly log: () => AgentLog | undefined;
  readonly reached: () => Promise<void>;
}

export function createFakeAgent(
  scene: Readonly<Record<string, unknown>>,
  options: Partial<CommandRunnerOptions> = {},
): FakeAgent {
  const home = createFolder();
  const path = join(home, "log.json");
  writeFileSync(join(home, "scene.json"), JSON.stringify(scene));
  rmSync(path, { force: true });
  return {
    home,
    runner: createCommandRunner({ spec: FAKE_SPEC, home, ...options }),
    log: () => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined),
    reached: async () => {
      while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}
