// A program of the operator's own → the channel command, which runs it for each part.

import { createProblem } from "@hookwright/core/problems";
import { createPrograms, type ProgramEnd } from "@hookwright/node-kit/programs";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { CommandSettings } from "../generated/host-types.ts";
import type { OutgoingPart, SendResult } from "../model/channel.ts";
import { inheritedVariables } from "../ports.ts";
import { readSecrets } from "../settings/read-secrets.ts";
import type { ChannelFacts, CreateChannel } from "./shared/channel-kind.ts";
import { cleanText, createRecipientParser } from "./shared/recipient.ts";
import { refuse } from "./shared/send-result.ts";
import { withTimeLimit } from "./shared/with-time-limit.ts";

/**
 * - **Settings**: `command`, the program and its arguments as a list; `env`, variables and their values (secrets); `limit` and `keyWindowSeconds` as those of [webhook](#webhook).
 * - **Call**: without a shell. The text is standard input. The environment has `HOOKWRIGHT_TO`, `HOOKWRIGHT_KEY`, `HOOKWRIGHT_RUN_ID`, `HOOKWRIGHT_ACCOUNT_ID` if the action has one, `PATH`, `HOME`, `USER`, `LANG`, `LC_ALL`, `TZ`, `TMPDIR` and `env`, nothing else. If the host is killed while it starts the program, standard input is empty: end with 75 then.
 * - **End**: 0 is *sent*, and the last line of output is the id; 75 is *try again*; other codes are final. If a signal ends the program, the result is *unknown*. If the program runs for 30 seconds, its process group gets SIGTERM and 5 seconds later SIGKILL, and the result is *unknown*. Processes that the program leaves in its group are ended.
 * - **`to`**: any text of one line; your program decides what it means. The text may come from an event: quote it in scripts.
 */
export const facts: ChannelFacts = {
  id: "command",
  example: "ops",
  hasAccounts: true,
  sendsWith: "a program of your own",
  settings: {
    description: "A program of one's own, which gets the text on standard input.",
    required: ["command"],
    properties: {
      command: {
        description: "The program and its arguments.",
        anyOf: [
          { type: "string", pattern: "\\S" },
          {
            type: "array",
            items: { type: "string", pattern: "^[^\\u0000-\\u001f\\u007f]*$" },
            minItems: 1,
          },
        ],
        examples: [["/usr/local/bin/agent", "--quiet"], "agent"],
      },
      env: {
        description: "Variables of the program; values may be secret references.",
        type: "object",
        additionalProperties: { $ref: "#/definitions/secret" },
        examples: [{ API_KEY: { env: "API_KEY" } }, { HTTPS_PROXY: "http://proxy.internal:3128" }],
      },
    },
    shared: ["limit", "keyWindowSeconds"],
    examples: [{ command: ["/usr/local/bin/notify"] }, { command: "notify" }],
  },
};

/** EX_TEMPFAIL of sysexits.h: "try again later". */
const TRY_AGAIN = 75;

/** Errors of the machine, which pass, and a signal that came first; any other code means that the program does not exist. */
const PASSING = new Set(["EAGAIN", "ECANCELED", "EMFILE", "ENFILE", "ENOMEM"]);

/** An id is short; the rest of the output is not read. */
const MAX_OUTPUT_CHARACTERS = 4_096;
const MAX_ID_CHARACTERS = 200;

const parseRecipient = createRecipientParser({
  channel: "command",
  forms: [{ pattern: /^(.+)$/, spell: (to = "") => to }],
  hint: "Write what the command knows the recipient by, in one line.",
});

export const create: CreateChannel<CommandSettings> = async (settings, context) => {
  const { limit = DEFAULTS["command.limit"] } = settings;
  const { keyWindowSeconds = DEFAULTS["command.keyWindowSeconds"] } = settings;
  const { path, report, ports } = context;
  const [program, ...args] = [settings.command ?? []].flat();
  const env = readSecrets(settings.env, "env", context) ?? {};
  for (const name of Object.keys(settings.env ?? {}).filter((one) => !VARIABLE.test(one))) {
    const hint = "Names have letters, digits and underscores, and do not begin with a digit.";
    const message = '"env" has an invalid name of a variable.';
    report(createProblem("channel_setting_invalid", [...path, "env", name], message, { hint }));
  }
  if (program === "") {
    const hint = 'Write the program and its arguments: ["/usr/local/bin/notify", "--quiet"].';
    const message = '"command" does not name a program.';
    report(createProblem("channel_setting_invalid", [...path, "command"], message, { hint }));
  }
  if (program === undefined || program === "") return undefined;
  const shared = inheritedVariables(context.inherited);
  const programs = createPrograms({ folder: context.programsFolder });
  return {
    id: "command",
    limit,
    keyWindowMs: keyWindowSeconds * 1_000,
    parseRecipient,
    send: (part, signal) =>
      withTimeLimit(ports, signal, async (limited) => {
        let output = "";
        const end = await programs.run({
          argv: [program, ...args],
          env: { ...shared, ...env, ...variablesOf(part) },
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
};

const VARIABLE = /^[A-Za-z_]\w*$/;

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
