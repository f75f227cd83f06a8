// The command line → the commands of an operator: status, pause, runs, events, deliveries, sessions, route, heartbeat.
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { withEnvFile } from "../../config/env-file.ts";
import type { Io } from "../../io.ts";
import { requirePackages } from "../../require-packages.ts";
import { JSON_OPTION, STATE_OPTION, wholeNumber, withHostConfig } from "../shared-options.ts";

const RUN_STATES = ["queued", "running", "failed", "done", "dead", "cancelled"];
const DELIVERY_STATES = ["queued", "sending", "failed", "sent", "dead", "cancelled"];
const EVENT_STATES = ["gathering", "waiting", "claimed", "done"];
const EVENT_ORIGINS = ["wake", "run", "delivery", "host"];
const REQUEST_STATES = [
  ...["accepted", "repeat", "skipped", "unmatched", "empty", "handshake", "refused", "failed"],
];

const AGENT = ["--agent <id>", "the agent"] as const;

/** Each action is imported when it runs, as in program.ts. */
export function addOperate(program: Command, io: Io, finish: (exitCode: number) => void): void {
  /** Commander passes the arguments, the options and the command. */
  const action =
    <Module>(load: () => Promise<Module>) =>
    (choose: (module: Module) => (...args: never[]) => Promise<number>) =>
    async (...args: readonly unknown[]): Promise<void> => {
      await requirePackages(["@hookwright/host"]);
      const run = choose(await load());
      finish(await run(...([...args.slice(0, -1), io] as never[])));
    };
  const status = action(() => import("./status.ts"));
  const records = action(() => import("./runs.ts"));
  const answers = action(() => import("./deliveries.ts"));
  const hosts = action(() => import("./with-host.ts"));
  const timelines = action(() => import("./show.ts"));
  const group = (name: string, text: string): Command =>
    withShared(program.command(name).description(text))
      .enablePositionalOptions()
      .option("--limit <number>", "maximum number, newest first (default: 100)", LIMIT)
      .option("--after <cursor>", "the next page: what a list that is cut has printed");
  const sub = (parent: Command, name: string, text: string): Command =>
    withShared(parent.command(name).description(text));

  sub(program, "status", "Show what is waiting, running and paused in the host.").action(
    status((module) => module.showStatus),
  );

  sub(program, "show", "Show what became of anything that has an id, step by step.")
    .argument("<id>", "of a request, run, event, delivery or heartbeat, or a sender's delivery id")
    .option("--follow", "print further steps until it has ended")
    .action(timelines((module) => module.showTimeline));

  const requests = group("requests", "List requests, also those that made nothing.");
  withTimes(requests)
    .addOption(new Option("--state <state>", "only in this state").choices(REQUEST_STATES))
    .option("--mapping <id>", "only of this mapping, or where it came closest")
    .option("--code <code>", "only with this code")
    .option("--origin <hook>", "only to this hook")
    .option(...AGENT)
    .action(records((module) => module.listRequests));

  const runs = group("runs", "List the runs of the host.");
  withRunSelection(runs)
    .option("--channel <id>", "only those with a delivery on this channel")
    .action(records((module) => module.listRuns));
  sub(runs, "show", "Show one run, with untrusted text marked.")
    .addArgument(ID)
    .action(records((module) => module.showRun));
  withRunSelection(change(sub(runs, "retry", "Repeat one or more runs that have ended."))).action(
    records((module) => module.retryRuns),
  );
  withRunSelection(change(sub(runs, "cancel", "Cancel one or more runs."))).action(
    hosts(({ cancelRecords }) => cancelRecords.bind(undefined, "runs")),
  );

  const events = withTimes(group("events", "List the events of main sessions."))
    .option("--waiting", "only events that wait for a turn, the oldest first")
    .addOption(new Option("--state <state>", "only in this state").choices(EVENT_STATES))
    .addOption(new Option("--origin <origin>", "only from there").choices(EVENT_ORIGINS))
    .option("--mapping <id>", "only of this mapping")
    .option(...AGENT)
    .action(records((module) => module.listEvents));
  sub(events, "show", "Show one event, with untrusted text marked.")
    .addArgument(ID)
    .action(records((module) => module.showEvent));

  const deliveries = group("deliveries", "List answers that were sent or are waiting.");
  withSelection(deliveries, DELIVERY_STATES)
    .option("--channel <id>", "only on this channel")
    .action(answers((module) => module.listDeliveries));
  sub(deliveries, "show", "Show one delivery.")
    .addArgument(ID)
    .action(answers((module) => module.showDelivery));
  const retry = change(
    withEnvFile(
      sub(deliveries, "retry", "Send one or more answers again, to the same recipient or another."),
    ),
  );
  withHostConfig(
    withSelection(retry, DELIVERY_STATES)
      .option("--channel <id>", "send to another channel")
      .option("--to <recipient>", "send to another recipient"),
  ).action(answers((module) => module.retryDeliveries));
  const cancel = sub(
    deliveries,
    "cancel",
    "Cancel one or more deliveries that are not being sent.",
  );
  withSelection(change(cancel), DELIVERY_STATES).action(
    hosts(({ cancelRecords }) => cancelRecords.bind(undefined, "deliveries")),
  );

  const sessions = withTimes(group("sessions", "List the conversations of agents."))
    .option(...AGENT)
    .action(records((module) => module.listSessions));
  sub(sessions, "show", "Show the turns of one session, with untrusted text marked.")
    .addArgument(KEY)
    .option(...AGENT)
    .action(records((module) => module.showSession));
  sub(sessions, "forget", "Forget the history of one session.")
    .addArgument(KEY)
    .option(...AGENT)
    .action(records((module) => module.forgetSession));

  sub(program, "reload", "Reload the config, modules and secrets of the running host.").action(
    status((module) => module.reload),
  );

  for (const [name, text, choose] of PAUSES) {
    sub(program, name, text)
      .addArgument(new Argument("<kind>", "what").choices(["mapping", "channel", "runner"]))
      .argument("<id>", "its id, as `hookwright status` shows it")
      .action(hosts(choose));
  }

  const route = program
    .command("route")
    .description("Show or set where answers to the channel `last` go.");
  withHostConfig(
    withEnvFile(sub(route, "set", "Set the route, as if a person had written from there."))
      .argument("<channel:to>", "such as telegram:123456789")
      .option(...AGENT),
  ).action(answers((module) => module.setRoute));
  sub(route, "list", "List the stored routes, newest first.").action(
    answers((module) => module.listRoutes),
  );

  const sendTest = sub(program, "send-test", "Send one line to a recipient of a channel.");
  withHostConfig(withEnvFile(sendTest))
    .argument("<channel>", "id of the channel")
    .requiredOption("--to <recipient>", "recipient on this channel")
    .action(answers((module) => module.sendTest));

  const heartbeat = withTimes(group("heartbeat", "List the latest heartbeats."))
    .option("--code <code>", "only with this outcome, or failed with this code")
    .option(...AGENT)
    .action(records((module) => module.listHeartbeats));
  sub(heartbeat, "now", "Request a heartbeat now.")
    .option(...AGENT)
    .action(records((module) => module.heartbeatNow));
  sub(heartbeat, "last", "Show the last heartbeat.")
    .option(...AGENT)
    .action(records((module) => module.lastHeartbeat));
}

const PAUSES = [
  [
    "pause",
    "Accept work of a mapping, channel or runner, and let it wait, also after a restart.",
    ({ pauseWork }: typeof import("./with-host.ts")) => pauseWork.bind(undefined, "pause"),
  ],
  [
    "resume",
    "Carry out what waits for a paused mapping, channel or runner.",
    ({ pauseWork }: typeof import("./with-host.ts")) => pauseWork.bind(undefined, "resume"),
  ],
] as const;

const LIMIT = wholeNumber(1, 99_999);
const ID = new Argument("<id>", "id from the list");
const KEY = new Argument("<key>", "session key");

function change(command: Command): Command {
  return command
    .argument("[id]", "id from the list; or select with --state")
    .option("--dry-run", "print how many are selected, without changing them");
}

function withSelection(command: Command, states: readonly string[]): Command {
  return withTimes(command)
    .addOption(new Option("--state <state>", "select this state").choices(states))
    .option("--mapping <id>", "select this mapping")
    .option(...AGENT)
    .option("--code <code>", "select what failed with this code");
}

/** The time of an item is that of its end, or of its beginning if it has not ended. */
function withTimes(command: Command): Command {
  return command
    .option(
      "--since <time>",
      "select what ended since: 2h, 30m, 1d, 2026-11-21, or 2026-11-21T20:30Z",
      parseSince,
    )
    .option("--until <time>", "select what ended until then, written as for --since", parseSince);
}

function withRunSelection(command: Command): Command {
  return withSelection(command, RUN_STATES).option("--key <key>", "select this session key");
}

function withShared(command: Command): Command {
  return command.option(...STATE_OPTION).option(...JSON_OPTION);
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
