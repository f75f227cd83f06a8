// The agents that the command runner knows, as data: how each is called, and how its output is read.
import type { ThinkingLevel } from "../../model/turn.ts";
import type { OutputFormat } from "./output-formats.ts";

/** Stands for the model, the level or the session id, as one whole argument or at the end of one. */
export const VALUE = "{value}";

/** How a command is called. The message goes in by standard input. */
export interface CommandSpec {
  readonly program: readonly [string, ...string[]];
  /** After the program, in each turn: what makes the agent read-only, too. */
  readonly args: readonly string[];
  readonly modelArgs?: readonly string[];
  readonly thinkingArgs?: readonly string[];
  /** Before `lastArgs`, in a turn that goes on with a session. Without them, the agent has no sessions. */
  readonly resumeArgs?: readonly string[];
  readonly lastArgs?: readonly string[];
  /** Those that the agent can do, lowest first. */
  readonly thinkingLevels: readonly ThinkingLevel[];
  /** The provider whose name the agent does not want before that of the model. */
  readonly provider?: string;
  readonly output: OutputFormat;
  /** Variables that keep it quiet, and keep it from trying again by itself. */
  readonly env: Readonly<Record<string, string>>;
  /** What its errors say of a session that it does not have. */
  readonly unknownSession?: RegExp;
}

/** The agents that are known by name. */
export type PresetName = "claude" | "codex" | "opencode" | "pi";

/** None of them gets tools that write or run anything: text from a hook must not cause actions by itself. */
export const PRESETS: Readonly<Record<PresetName, CommandSpec>> = {
  claude: {
    program: ["claude"],
    args: ["-p", "--output-format", "json", "--bare", "--tools", ""],
    modelArgs: ["--model", VALUE],
    thinkingArgs: ["--effort", VALUE],
    resumeArgs: ["--resume", VALUE],
    thinkingLevels: ["low", "medium", "high", "xhigh", "max"],
    provider: "anthropic",
    output: "claude",
    env: { CLAUDE_CODE_MAX_RETRIES: "0", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    unknownSession: /No conversation found with session ID/,
  },
  codex: {
    program: ["codex", "exec"],
    args: [
      ...["--json", "--skip-git-repo-check", "-s", "read-only"],
      ...["--disable", "shell_tool", "--disable", "unified_exec"],
      ...["--disable", "multi_agent", "--disable", "goals", "-c", 'web_search="disabled"'],
    ],
    modelArgs: ["-m", VALUE],
    thinkingArgs: ["-c", `model_reasoning_effort=${VALUE}`],
    resumeArgs: ["resume", VALUE],
    // The message comes from standard input.
    lastArgs: ["-"],
    thinkingLevels: ["minimal", "low", "medium", "high", "xhigh"],
    provider: "openai",
    output: "codex",
    env: {},
    unknownSession: /no rollout found/,
  },
  opencode: {
    program: ["opencode", "run"],
    args: ["--format", "json", "--pure"],
    modelArgs: ["-m", VALUE],
    resumeArgs: ["-s", VALUE],
    thinkingLevels: [],
    output: "opencode",
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_CONFIG_CONTENT: '{"permission":{"*":"deny"}}',
    },
    unknownSession: /Session not found/i,
  },
  pi: {
    program: ["pi"],
    // Without tools, files of the folder, skills, extensions and prompts.
    args: ["-p", "--mode", "json", "--no-tools", "-nc", "-ns", "-ne", "-np"],
    modelArgs: ["--model", VALUE],
    thinkingArgs: ["--thinking", VALUE],
    resumeArgs: ["--session", VALUE],
    thinkingLevels: ["off", "minimal", "low", "medium", "high", "xhigh"],
    output: "pi",
    env: { PI_OFFLINE: "1" },
    unknownSession: /No session found/,
  },
};
