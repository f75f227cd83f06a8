// @ts-check
// What an operator of a host can see, what it means, and what to do: the tables of docs/operate.md.

/** @typedef {Readonly<Record<string, { readonly meaning: string, readonly act: string }>>} CodeTable */

/** The reasons of /healthz. @type {CodeTable} */
export const HEALTH_REASONS = {
  store: {
    meaning:
      "The disk is full, a write failed within the last minute, or a result cannot be stored. Senders get 503.",
    act: "Free some space, or put the store back. Do not restart: results that wait in memory would be lost, and their turns repeated.",
  },
  queue: {
    meaning:
      "`failing`: so many runs wait that all senders get 503. `degraded`: only one session key or main session is full.",
    act: "`hookwright runs --state queued` shows what waits. Raise `agents.defaults.maxConcurrent`, or `hookwright runs cancel --state queued --mapping ID`.",
  },
  stalled: {
    meaning:
      "A run could begin, and nothing has ended for three times the longest time limit of a turn.",
    act: "Restart the host, and report it with its log. Nothing accepted is lost.",
  },
  channel: {
    meaning:
      "A channel is paused, because its platform refuses the credential. Its deliveries wait up to 24 h.",
    act: "Replace the secret, then `hookwright reload`.",
  },
  runner: {
    meaning:
      "A runner is paused for the models of one provider. Its runs wait up to 24 h; one is tried each minute.",
    act: "Correct what the code says ([runs](#codes-of-runs)). It resumes by itself; `hookwright reload` resumes it at once.",
  },
  paused: {
    meaning:
      "An operator paused a mapping, a channel or the runner. Its work is accepted and waits.",
    act: "`hookwright resume mapping ID` (or `channel`, `runner`), when it should go on.",
  },
  alerts: {
    meaning:
      "The newest message of `host.alerts` could not be sent. Alerts are never about themselves.",
    act: "`hookwright show ID` says why. Correct the channel or `host.alerts.to`, then `hookwright deliveries retry ID`.",
  },
  heartbeat: {
    meaning: "The last heartbeat of an agent failed. Its events wait for the next one.",
    act: "`hookwright heartbeat last` shows the code ([runs](#codes-of-runs)). It is repeated after 1, 5, 15, then every 60 minutes.",
  },
  dead: {
    meaning: "Runs or deliveries died within the last hour.",
    act: "`hookwright runs --state dead` and `hookwright deliveries --state dead`; correct the cause, then [retry them](#an-incident).",
  },
  refused: {
    meaning:
      "Events for a route could never succeed and will not be sent again; only the log has them.",
    act: 'Lines of the log with `"outcome":"refused"` say why; correct the mapping.',
  },
  plan: {
    meaning: "The plan was built by another version.",
    act: "[`hookwright build`](cli.md#build) again with the version that runs.",
  },
  "you@gmail.com": {
    meaning: "The mailbox of `--mail` is not watched.",
    act: "[Mail in operation](gmail-operations.md#how-it-is).",
  },
  standby: {
    meaning:
      "The process waits as [a standby](host.md#standby). It is a status, not a reason; senders get 503.",
    act: "Nothing, while another process has the store.",
  },
  stopping: {
    meaning: "The host stops. It is a status, not a reason.",
    act: "Wait: turns that run have `host.stopGraceSeconds`.",
  },
};

/** @type {CodeTable} */
export const RUN_CODES = {
  timeout: {
    meaning: "The turn took longer than `timeoutSeconds`. It is not repeated.",
    act: "Raise the limit, or ask for less in one turn.",
  },
  cancelled: { meaning: "An operator cancelled it.", act: "Nothing." },
  crashed: {
    meaning: "The process ended twice during this run, so the run may be what ended it.",
    act: "Look at its text (`hookwright runs show ID`) and at the memory of the machine, then retry it.",
  },
  interrupted: {
    meaning: 'The process ended during the turn, and `host.onInterrupted` is `"fail"`.',
    act: "Look what the turn has done already, then retry it.",
  },
  stopped: {
    meaning: "Of a try in `hookwright show`: the host was stopped during it, or before it began.",
    act: "Nothing: it runs again.",
  },
  runner_paused: {
    meaning: "Its runner was paused for 24 h.",
    act: "Correct the cause, then retry it.",
  },
  runner_failed: { meaning: "The runner threw an error.", act: "See the log; report it." },
  runner_busy: {
    meaning: "All workers of your own runner are busy. It is retried.",
    act: "Lower `agents.defaults.maxConcurrent`.",
  },
  unauthorized: {
    meaning: "The API key or login is refused. The runner is paused.",
    act: "Replace the key, then `hookwright reload`.",
  },
  insufficient_quota: {
    meaning: "The account has no credit. The runner is paused.",
    act: "Raise the credit or the limit of the account. It resumes within a minute.",
  },
  not_connected: {
    meaning: "Nothing listens at the model's address. The runner is paused.",
    act: "Check `baseUrl`, and whether the service runs. It resumes within a minute.",
  },
  command_not_started: {
    meaning: "The program of the agent cannot be started. The runner is paused.",
    act: "Install it, or write its whole path in `host.runner.command`.",
  },
  setting_missing: {
    meaning: "A provider of the AI SDK lacks a setting. The runner is paused.",
    act: "Pass it to the provider, or set its variable.",
  },
  server_error: {
    meaning: "The model's service answers 5xx. It is retried; 20 in a row pause the runner.",
    act: "See the status page of the service.",
  },
  overloaded: {
    meaning: "The model's service is overloaded. It is retried; 20 in a row pause the runner.",
    act: "Name another model if this recurs.",
  },
  rate_limited: {
    meaning: "The service asks to wait. It is retried.",
    act: "Ask for a higher limit, or lower `agents.defaults.maxConcurrent`.",
  },
  request_timeout: {
    meaning: "The request timed out at the service. It is retried.",
    act: "Nothing.",
  },
  try_again: { meaning: "The command asks to be run again. It is retried.", act: "Nothing." },
  connection_lost: {
    meaning: "The connection broke after the request. It is retried if the turn had no tools.",
    act: "See the log of the service.",
  },
  silent: {
    meaning:
      "The service sent nothing for `silenceSeconds`. It is retried if the turn had no tools.",
    act: "See the log of the service, or raise `silenceSeconds`.",
  },
  incomplete: {
    meaning: "The answer has no end. It is retried if the turn had no tools.",
    act: "See the log of the service.",
  },
  forbidden: {
    meaning: "The account may not use this model.",
    act: "Ask for access, or name another model.",
  },
  model_not_found: {
    meaning: "The service has no such model.",
    act: "Name a model that it has.",
  },
  no_model: {
    meaning: "No model is named.",
    act: "Set `agents.defaults.model` or the model of the runner.",
  },
  not_found: {
    meaning: "The service answers 404.",
    act: "Check `baseUrl`: it ends before the name of the API.",
  },
  redirected: {
    meaning: "The service answers with a redirect, which is not followed.",
    act: "Write the final address.",
  },
  not_json: { meaning: "The service answers something that is not JSON.", act: "Check `baseUrl`." },
  answer_too_large: {
    meaning: "The service sent more than 16 MiB at once.",
    act: "See its log.",
  },
  too_long: {
    meaning: "The conversation is longer than the model reads, or its limit came before an answer.",
    act: "Use a new session key, or a model that reads more.",
  },
  too_large: {
    meaning: "The request is larger than the service takes.",
    act: "Use a new session key, or shorten the message.",
  },
  refused: { meaning: "The model does not answer this content.", act: "Look at the text." },
  bad_request: {
    meaning: "The service does not accept this turn.",
    act: "Check the model, the thinking level and `extraBody`.",
  },
  unexpected_tool_call: {
    meaning: "The model calls a tool, and this runner offers none.",
    act: "Use the `command` runner for agents with tools.",
  },
  failed: { meaning: "The service or agent reports another error.", act: "See its log." },
  command_failed: {
    meaning: "The command ended with an error.",
    act: "Run it manually, as the reason shows it.",
  },
  no_output: { meaning: "The command ended without an answer.", act: "Run it manually." },
  no_workspace: {
    meaning: "The workspace of the agent is not a folder.",
    act: "Create it, or set `agents.defaults.workspace`.",
  },
  bad_argument: {
    meaning: "A model, thinking level or session id has characters that no argument may have.",
    act: "Use letters, digits and `. : / @ _ -` only.",
  },
};

/** Codes of dead deliveries that do not come from the answer of a platform. @type {CodeTable} */
export const DELIVERY_CODES = {
  private_address: {
    meaning: "The name of an endpoint of `host.notify` leads to a private address.",
    act: "Correct its `url`, or write `allowPrivate: true` if that is intended; then retry the delivery.",
  },
  redirected: {
    meaning: "An endpoint of `host.notify` redirects, which is never followed.",
    act: "Write the address that it leads to, reload, then retry the delivery.",
  },
  notify_refused: {
    meaning: "An endpoint of `host.notify` answered 4xx.",
    act: "Its log says why: most often the secret differs. Then retry the delivery.",
  },
  notify_unknown: {
    meaning: "The endpoint of `host.notify` was removed from the config, or renamed.",
    act: "Nothing, or name it as before, reload, and retry the delivery.",
  },
  notify_secret: {
    meaning: "The secret of an endpoint of `host.notify` cannot sign.",
    act: "Write `whsec_` and base64, as the receiver has it; reload, then retry the delivery.",
  },
  no_channel: {
    meaning:
      "`last` was asked for, but no person has written yet, and not exactly one channel is configured.",
    act: "`hookwright route set CHANNEL:TO`, or name `channel` and `to` in the mapping.",
  },
  channel_not_configured: {
    meaning: "The channel is not in the config.",
    act: "Add `channels.NAME`, reload, then retry the delivery.",
  },
  no_recipient: {
    meaning: "No recipient is known on this channel.",
    act: "Name `to` in the mapping, set `defaultTo` of the channel, or `hookwright route set`.",
  },
  recipient_invalid: {
    meaning: "The channel cannot read `to`.",
    act: "Write it as [the channel](channels.md) wants it; `deliveries retry ID --to T`.",
  },
  channel_paused: {
    meaning: "Its channel was paused for 24 h.",
    act: "Replace the credential, reload, then retry the delivery.",
  },
  channel_failed: {
    meaning: "The channel threw an error, so it is unknown whether the message arrived.",
    act: "Look whether it arrived, see the log, and report it.",
  },
  unknown_outcome: {
    meaning: "The message may have arrived: the process ended, or no answer came.",
    act: "Look whether it arrived; if not, retry the delivery.",
  },
  interrupted: {
    meaning: "The process ended during the call, so the message may have arrived.",
    act: "Look whether it arrived; if not, retry the delivery. One that is not dead is sent again by itself.",
  },
  cancelled: { meaning: "An operator cancelled it.", act: "Nothing." },
};

/** What becomes of a delivery after each code of a platform's answer. @type {Readonly<Record<string, readonly string[]>>} */
export const SEND_RESULTS = {
  "tried again": ["not_connected", "rate_limited", "server_error", "try_again"],
  unknown: [
    "timeout",
    "aborted",
    "connection_lost",
    "gateway_error",
    "no_id",
    "platform_unsure",
    "command_killed",
  ],
  dead: [
    "reported_failed",
    "recipient_unknown",
    "recipient_unreachable",
    "recipient_moved",
    "window_closed",
    "not_permitted",
    "content_refused",
    "too_long",
    "empty_text",
    "request_refused",
    "client_refused",
    "command_failed",
  ],
  "sent as plain text": ["markup_refused"],
  "the channel pauses": [
    "unauthorized",
    "permission_missing",
    "account_restricted",
    "redirected",
    "settings_refused",
    "command_not_started",
  ],
};

/** Codes of a request that the host refuses: its sender gets 503 and tries again. @type {CodeTable} */
export const REFUSAL_CODES = {
  queue_full: {
    meaning:
      "Too many runs or events wait: of all keys, of its session key or of its main session.",
    act: "As `queue` of [health](#health).",
  },
  storage_full: { meaning: "The disk has less than 100 MiB free.", act: "Free some space." },
  storage_failed: {
    meaning: "The store cannot be written.",
    act: "As `store` of [health](#health).",
  },
  standby: {
    meaning: "The process waits as [a standby](host.md#standby).",
    act: "Send to the process that has the store; a load balancer sees it in `/healthz`.",
  },
  action_too_large: {
    meaning: "The resolved action is larger than 1 MiB.",
    act: "Shorten the template, or use `forEach`.",
  },
  delivery_busy: {
    meaning: "A platform reports on a message while its next part is sent.",
    act: "Nothing: the platform reports again.",
  },
  stopping: { meaning: "The host stops.", act: "Nothing: the sender tries again." },
};

/** Why `serve` or a command cannot open the store. @type {CodeTable} */
export const START_CODES = {
  store_in_use: {
    meaning: "Another process has the store.",
    act: "Stop it, or name another `--state-folder`.",
  },
  store_newer: { meaning: "A newer release has written the store.", act: "Update Hookwright." },
  store_damaged: {
    meaning: "The file is empty, cut or damaged. It is left as it is.",
    act: "[Restore a copy](#backup), or move the folder away to begin with an empty store.",
  },
  store_missing: {
    meaning: "The folder had a store, and its file is missing.",
    act: "Mount the disk, or [restore a copy](#backup).",
  },
  store_foreign: {
    meaning: "The file is a database of another program.",
    act: "Name another `--state-folder`.",
  },
  store_read_only: {
    meaning: "The file or its folder is read-only.",
    act: "Make it writable for this user.",
  },
  store_unusable: {
    meaning: "The file cannot be opened.",
    act: "Check the disk and the rights of the folder.",
  },
  state_folder_shared: {
    meaning: "Other users can read the state folder, and it has files of other programs.",
    act: "Name a folder for this host alone, or `chmod 700`.",
  },
  state_folder_unusable: {
    meaning: "The state folder cannot be created or used.",
    act: "Check its path and rights.",
  },
  lease_lost: {
    meaning:
      "A [standby](host.md#standby) has taken the store over while this process did not run.",
    act: "Nothing: the process ends, and the other one takes its work up. Look why it did not run.",
  },
  standby_ended: {
    meaning: "The standby was stopped before it had the store.",
    act: "Nothing.",
  },
  no_sqlite: {
    meaning: "This Node has no SQLite.",
    act: "Use Node 22.13, a later one, or `npm install libsql`.",
  },
  no_store: {
    meaning: "A command found no store in the folder.",
    act: "Name the folder of the host with `--state-folder`.",
  },
  host_unresponsive: {
    meaning: "The host runs, and does not answer within 5 s.",
    act: "`kill -CONT PID` if it was stopped; else `kill -9 PID`, and start it again.",
  },
};

/** Why a command changes nothing, or a route is not noted. @type {CodeTable} */
export const COMMAND_CODES = {
  cursor_invalid: {
    meaning: "The cursor is not one of this list.",
    act: "Write what the page before has printed after `--after`.",
  },
  not_found: { meaning: "There is no such id.", act: "`hookwright runs`, `deliveries` list them." },
  not_ended: {
    meaning: "It still waits or runs, so it cannot be retried.",
    act: "Wait, or cancel it first.",
  },
  ended: { meaning: "It has ended, so it cannot be cancelled.", act: "Nothing." },
  running: {
    meaning: "It runs in a host that the command cannot reach.",
    act: "Use the command where the host runs.",
  },
  sending: { meaning: "The delivery is being sent.", act: "Wait for its result." },
  sent: { meaning: "All parts of the delivery were sent.", act: "Nothing." },
  transition_refused: {
    meaning: "It began or ended while the command ran.",
    act: "Look at it again.",
  },
  recipient_unreadable: {
    meaning: "The channel cannot read `--to`.",
    act: "Write it as [the channel](channels.md) wants it.",
  },
  route_invalid: {
    meaning: "A route needs a channel and a recipient.",
    act: "`hookwright route set CHANNEL:TO`.",
  },
  sender_not_allowed: {
    meaning:
      "The person who wrote is not in `allowFrom`, so [the route](routes.md) stays as it is.",
    act: "Add the person to `allowFrom` of the channel if answers may go there.",
  },
};
