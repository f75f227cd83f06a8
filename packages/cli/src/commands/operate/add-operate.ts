// The command line → the commands of an operator: status, runs, events, deliveries, sessions, route, heartbeat.
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { withEnvFile } from "../../config/env-file.ts";
import type { Io } from "../../io.ts";
import { requirePackages } from "../../require-packages.ts";
import { JSON_OPTION, STATE_OPTION } from "../shared-options.ts";

const RUN_STATES = ["queued", "running", "failed", "done", "dead", "cancelled"];
const DELIVERY_STATES = ["queued", "sending", "failed", "sent", "dead", "cancelled"];

const AGENT = ["--agent <id>", "the agent"] as const;

/** Each action is imported when it runs, as in program.ts. */
export function addOperate(program: Command, io: Io, finish: (exitCode: number) => void): void {
  const group = (name: string, text: string): Command =>
    withShared(program.command(name).description(text))
      .enablePositionalOptions()
      .option("--limit <number>", "maximum number, newest first (default: 100)", parseLimit);
  const sub = (parent: Command, name: string, text: string): Command =>
    withShared(parent.command(name).description(text));

  sub(program, "status", "Show what is waiting, running and paused in the host.").action(
    async (options) => finish(await (await importStatus()).showStatus(options, io)),
  );

  const runs = withRunSelection(group("runs", "List the runs of the host.")).action(
    async (options) => finish(await (await importRuns()).listRuns(options, io)),
  );
  sub(runs, "show", "Show one run, with untrusted text marked.")
    .addArgument(ID)
    .action(async (id, options) => finish(await (await importRuns()).showRun(id, options, io)));
  withRunSelection(sub(runs, "retry", "Repeat one or more runs that have ended."))
    .addArgument(SOME_ID)
    .option(...DRY_RUN)
    .action(async (id, options) => finish(await (await importRuns()).retryRuns(id, options, io)));
  withRunSelection(sub(runs, "cancel", "Cancel one or more runs."))
    .addArgument(SOME_ID)
    .option(...DRY_RUN)
    .action(async (id, options) => finish(await (await importRuns()).cancelRuns(id, options, io)));

  const events = group("events", "List the events of main sessions.")
    .option("--waiting", "only events that wait for a turn")
    .option(...AGENT)
    .action(async (options) => finish(await (await importRuns()).listEvents(options, io)));
  sub(events, "show", "Show one event, with untrusted text marked.")
    .addArgument(ID)
    .action(async (id, options) => finish(await (await importRuns()).showEvent(id, options, io)));

  const deliveries = withSelection(
    group("deliveries", "List answers that were sent or are waiting."),
    DELIVERY_STATES,
  ).action(async (options) => finish(await (await importDeliveries()).listDeliveries(options, io)));
  sub(deliveries, "show", "Show one delivery.")
    .addArgument(ID)
    .action(async (id, options) =>
      finish(await (await importDeliveries()).showDelivery(id, options, io)),
    );
  withSelection(
    withEnvFile(
      sub(deliveries, "retry", "Send one or more answers again, to the same recipient or another."),
    ),
    DELIVERY_STATES,
  )
    .addArgument(SOME_ID)
    .option(...DRY_RUN)
    .option("--channel <id>", "send to another channel")
    .option("--to <recipient>", "send to another recipient")
    .option(
      "--config <file>",
      "config with the channels, if no host is running (default: the one in this folder)",
    )
    .option("--host-config <file>", "file with the settings of the host, if the config has none")
    .action(async (id, options) =>
      finish(await (await importDeliveries()).retryDeliveries(id, options, io)),
    );
  withSelection(
    sub(deliveries, "cancel", "Cancel one or more deliveries that are not being sent."),
    DELIVERY_STATES,
  )
    .addArgument(SOME_ID)
    .option(...DRY_RUN)
    .action(async (id, options) =>
      finish(await (await importDeliveries()).cancelDeliveries(id, options, io)),
    );

  const sessions = group("sessions", "List the conversations of agents.")
    .option(...AGENT)
    .action(async (options) => finish(await (await importRuns()).listSessions(options, io)));
  sub(sessions, "show", "Show the turns of one session, with untrusted text marked.")
    .argument("<key>", "session key")
    .option(...AGENT)
    .action(async (key, options) =>
      finish(await (await importRuns()).showSession(key, options, io)),
    );
  sub(sessions, "forget", "Forget the history of one session.")
    .argument("<key>", "session key")
    .option(...AGENT)
    .action(async (key, options) =>
      finish(await (await importRuns()).forgetSession(key, options, io)),
    );

  withShared(
    program
      .command("reload")
      .description("Reload the config, modules and secrets of the running host."),
  ).action(async (options) => finish(await (await importStatus()).reload(options, io)));

  const route = program
    .command("route")
    .description("Show or set where answers to the channel `last` go.");
  withEnvFile(sub(route, "set", "Set the route, as if a person had written from there."))
    .argument("<channel:to>", "such as telegram:123456789")
    .option(...AGENT)
    .option(
      "--config <file>",
      "config with the channels, if no host is running (default: the one in this folder)",
    )
    .option("--host-config <file>", "file with the settings of the host, if the config has none")
    .action(async (route, options) =>
      finish(await (await importDeliveries()).setRoute(route, options, io)),
    );
  sub(route, "list", "List the stored routes, newest first.").action(async (options) =>
    finish(await (await importDeliveries()).listRoutes(options, io)),
  );

  const heartbeat = group("heartbeat", "List the latest heartbeats.")
    .option(...AGENT)
    .action(async (options) => finish(await (await importRuns()).listHeartbeats(options, io)));
  sub(heartbeat, "now", "Request a heartbeat now.")
    .option(...AGENT)
    .action(async (options) => finish(await (await importRuns()).heartbeatNow(options, io)));
  sub(heartbeat, "last", "Show the last heartbeat.")
    .option(...AGENT)
    .action(async (options) => finish(await (await importRuns()).lastHeartbeat(options, io)));
}

const ID = new Argument("<id>", "id from the list");
const SOME_ID = new Argument("[id]", "id from the list; or select with --state");
const DRY_RUN = ["--dry-run", "print how many are selected, without changing them"] as const;

function withSelection(command: Command, states: readonly string[]): Command {
  return command
    .addOption(new Option("--state <state>", "select this state").choices(states))
    .option("--mapping <id>", "select this mapping")
    .option("--code <code>", "select what failed with this code")
    .option(
      "--since <time>",
      "select what ended since: 2h, 30m, 1d, 2026-11-21, or 2026-11-21T20:30Z",
      parseSince,
    );
}

function withRunSelection(command: Command): Command {
  return withSelection(command, RUN_STATES).option("--key <key>", "select this session key");
}

function withShared(command: Command): Command {
  return command.option(...STATE_OPTION).option(...JSON_OPTION);
}

const importStatus = () => forHost(() => import("./status.ts"));
const importRuns = () => forHost(() => import("./runs.ts"));
const importDeliveries = () => forHost(() => import("./deliveries.ts"));

async function forHost<Module>(load: () => Promise<Module>): Promise<Module> {
  await requirePackages(["@hookwright/host"]);
  return load();
}

const AGE = /^(\d{1,6})([smhd])$/;
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** As lists show times; UTC without a zone. */
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

export function parseSince(text: string, _before?: unknown, now: number = Date.now()): number {
  const [, amount, unit = ""] = AGE.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNIT_MS.get(unit) ?? 0);
  const time = TIME.exec(text);
  const hasClock = text.length > "2026-11-21".length;
  const zoned = hasClock && time?.[1] === undefined ? `${text}Z` : text;
  const at = time === null ? Number.NaN : Date.parse(zoned.replace(" ", "T"));
  if (!Number.isNaN(at)) return at;
  throw new InvalidArgumentError(
    "Write an age such as 2h or 1d, or a time such as 2026-11-21T20:30Z.",
  );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,5}$/.test(text) && limit > 0) return limit;
  throw new InvalidArgumentError("Write a number from 1 to 99999.");
}
