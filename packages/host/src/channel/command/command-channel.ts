// A program of the operator's own → the channel command, which runs it for each part.
import { createPrograms, type ProgramEnd } from "@hookwright/node-kit/programs";
import type { Channel, OutgoingPart, SendResult } from "../../model/channel.ts";
import { type ChannelPorts, withTimeLimit } from "../channel-ports.ts";
import { refuse } from "../http/send-result.ts";
import { cleanText, createRecipientParser } from "../text/recipient.ts";

interface CommandSettings {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Variables besides those of `INHERITED`. */
  readonly env: Readonly<Record<string, string>>;
  readonly limit: number;
  readonly keyWindowMs: number;
  /** Where it is noted which programs run. */
  readonly programsFolder: string | undefined;
}

/** What a program needs to find others, its files and its language; no secret of the host. */
const INHERITED = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT"];

/** EX_TEMPFAIL of sysexits.h: "try again later". */
const TRY_AGAIN = 75;

/** Errors of the machine, which pass, and a signal that came first; any other means that the program is not there. */
const PASSING = new Set(["EAGAIN", "ECANCELED", "EMFILE", "ENFILE", "ENOMEM"]);

/** An id is short; nobody reads the rest. */
const MAX_OUTPUT_CHARACTERS = 4_096;
const MAX_ID_CHARACTERS = 200;

const parseRecipient = createRecipientParser({
  channel: "command",
  forms: [{ pattern: /^(.+)$/, spell: (to = "") => to }],
  hint: "Write what the command knows the recipient by, in one line.",
});

export function createCommandChannel(
  { command, env, limit, keyWindowMs, programsFolder }: CommandSettings,
  ports: Pick<ChannelPorts, "timer" | "timeoutMs">,
  inherited: Readonly<Record<string, string | undefined>>,
): Channel {
  const shared = INHERITED.flatMap((name) => {
    const value = inherited[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const programs = createPrograms({ folder: programsFolder });
  return {
    id: "command",
    limit,
    keyWindowMs,
    parseRecipient,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        let output = "";
        const end = await programs.run({
          argv: command,
          env: { ...Object.fromEntries(shared), ...env, ...variablesOf(part) },
          input: cleanText(part.text),
          label: part.key,
          signal: limited,
          timer: ports.timer,
          onOutput: (text) => {
            output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
          },
        });
        const isStarted = end.kind === "exited";
        if (isStarted && limited.aborted) return { kind: "unknown", code: reasonOf(limited) };
        return resultOf(end, lastLine(output) || part.key);
      }),
  };
}

function variablesOf({
  key,
  to,
  accountId,
  runId,
}: OutgoingPart): Readonly<Record<string, string>> {
  return {
    HOOKWRIGHT_KEY: key,
    HOOKWRIGHT_TO: to,
    ...(accountId !== undefined && { HOOKWRIGHT_ACCOUNT_ID: accountId }),
    ...(runId !== undefined && { HOOKWRIGHT_RUN_ID: runId }),
  };
}

function reasonOf({ reason }: AbortSignal): "timeout" | "aborted" {
  return reason === "timeout" ? "timeout" : "aborted";
}

function resultOf(end: ProgramEnd, id: string): SendResult {
  if (end.kind === "not_started") {
    return PASSING.has(end.code)
      ? { kind: "retry", code: "try_again" }
      : refuse("credential", "command_not_started", "command", { word: end.code });
  }
  const { status } = end;
  if (status === null) return { kind: "unknown", code: "command_killed" };
  if (status === 0) return { kind: "sent", id };
  if (status === TRY_AGAIN) return { kind: "retry", code: "try_again" };
  return refuse("message", "command_failed", "command", { word: status });
}

function lastLine(output: string): string {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  return line
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_ID_CHARACTERS);
}
