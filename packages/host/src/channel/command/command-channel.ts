// A program of the operator's own → the channel command, which runs it for each part.
import type { Channel, OutgoingPart, SendResult } from "../../model/channel.ts";
import { type ChannelPorts, withTimeLimit } from "../channel-ports.ts";
import { refuse } from "../http/send-result.ts";
import { cleanText } from "../text/clean-text.ts";
import { createRecipientParser } from "../text/recipient.ts";
import { type CommandEnd, runCommand } from "./run-command.ts";

export interface CommandSettings {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Variables besides those of `INHERITED`. */
  readonly env: Readonly<Record<string, string>>;
  readonly limit: number;
  readonly keyWindowMs: number;
}

/** What a program needs to find others, its files and its language; no secret of the host. */
const INHERITED = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT"];

/** EX_TEMPFAIL of sysexits.h: "try again later". */
const TRY_AGAIN = 75;

/** Errors of the machine, which pass; any other means that the program is not there. */
const PASSING = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

const parseRecipient = createRecipientParser({
  channel: "command",
  forms: [{ pattern: /^(.+)$/, spell: (to = "") => to }],
  hint: "Write what the command knows the recipient by, in one line.",
});

export function createCommandChannel(
  { command, env, limit, keyWindowMs }: CommandSettings,
  ports: Pick<ChannelPorts, "timer" | "timeoutMs">,
  inherited: Readonly<Record<string, string | undefined>>,
): Channel {
  const shared = INHERITED.flatMap((name) => {
    const value = inherited[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    id: "command",
    limit,
    keyWindowMs,
    parseRecipient,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        const end = await runCommand(command, {
          input: cleanText(part.text),
          env: { ...Object.fromEntries(shared), ...env, ...variablesOf(part) },
          signal: limited,
          timer: ports.timer,
        });
        return resultOf(end, part.key);
      }),
  };
}

function variablesOf({ key, to, runId }: OutgoingPart): Readonly<Record<string, string>> {
  return {
    HOOKWRIGHT_KEY: key,
    HOOKWRIGHT_TO: to,
    ...(runId !== undefined && { HOOKWRIGHT_RUN_ID: runId }),
  };
}

function resultOf(end: CommandEnd, key: string): SendResult {
  switch (end.kind) {
    case "not_started":
      return PASSING.has(end.code)
        ? { kind: "retry", code: "try_again" }
        : refuse("credential", "command_not_started", "command", { word: end.code });
    case "stopped":
      return { kind: "unknown", code: end.reason };
    case "killed":
      return { kind: "unknown", code: "command_killed" };
    case "exited":
      if (end.status === 0) return { kind: "sent", id: end.output === "" ? key : end.output };
      if (end.status === TRY_AGAIN) return { kind: "retry", code: "try_again" };
      return refuse("message", "command_failed", "command", { word: end.status });
  }
}
