// The fields of an action, each once: types, drafts, locks, checks of requests and of transform results, the schema and the docs derive from this table.

/** One row of the table. */
export interface ActionField {
  /** Its name in a mapping, a run, a request to `/agent`, and the result of a transform. */
  readonly name: string;
  /** Its name in a mapping, if that differs from `name`. */
  readonly mappingKey?: string;
  /** Its name in a wake action and in a request to `/wake`, if that differs from `name`. */
  readonly wakeName?: string;
  /**
   * `text`: any text. `line`: one line, blank is unset. `id`: trimmed, blank is unset; invalid characters are
   * refused, not removed, because the repaired id could name something else. `key`: an id that every run has
   * and a wake may have. `channel`: an id or alias of a channel. `choice`: one of `choices`. `seconds`: at
   * least 1, fractions are rounded down.
   */
  readonly value: "text" | "line" | "id" | "key" | "channel" | "choice" | "flag" | "seconds";
  readonly choices?: readonly string[];
  /** The value in a mapping or a request that does not set the field. */
  readonly default?: string | boolean;
  /** The value in a run if the field is not set. */
  readonly runDefault?: string;
  /** The kinds of actions that use it. */
  readonly usedBy: readonly ("wake" | "agent" | "deliver")[];
  /** `trusted`: only over values that no sender chooses. */
  readonly templated: boolean | "trusted";
  /** Whether `transform.lock` can name it. */
  readonly lockable: boolean;
  /** Whether a request to `/agent` or `/wake` can set it. */
  readonly inRequests: boolean | "required";
  /** Whether a transform can set it. */
  readonly inResults: boolean;
  /** One or two sentences for the schema, the docs and editors. */
  readonly meaning: string;
  /** Two values in a mapping, which editors offer, unless `choices` or the channels say them. */
  readonly examples?: readonly unknown[];
}

/** Policies of fields, such as which agents are allowed, are in `serving/resolve/policy.ts`. */
export const ACTION_FIELDS = [
  {
    name: "message",
    mappingKey: "messageTemplate",
    value: "text",
    usedBy: ["agent"],
    templated: true,
    lockable: false,
    inRequests: "required",
    inResults: true,
    meaning: "Message of an agent mapping; required there unless a transform supplies it.",
    examples: ["{{title}} by {{author.name}}", "{{#each items}}\n- {{title}}\n{{/each}}"],
  },
  {
    name: "text",
    mappingKey: "textTemplate",
    value: "text",
    usedBy: ["wake", "deliver"],
    templated: true,
    lockable: false,
    inRequests: "required",
    inResults: true,
    meaning:
      "Text of a wake, or the message of a mapping that delivers; required there unless a transform supplies it.",
    examples: ["{{monitor.name}} is {{status}}", "A mail from {{from}}"],
  },
  {
    name: "instructions",
    value: "text",
    usedBy: ["wake", "agent"],
    templated: "trusted",
    lockable: false,
    inRequests: false,
    inResults: false,
    meaning:
      "Your own words to the agent, before the fence. Templated with `now`, `path` and `mapping` only.",
    examples: ["Answer in two sentences.", "Summarize what follows, and change nothing."],
  },
  {
    name: "sessionKey",
    value: "key",
    usedBy: ["wake", "agent"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning:
      "Session of the run. Default: `hooks.defaultSessionKey`, else a new one each time. A wake with a session key is one turn of that session; without one it goes to the main session.",
    examples: ["hook:github:{{repository.full_name}}", "hook:inbox"],
  },
  {
    name: "sessionMode",
    value: "choice",
    choices: ["isolated", "persistent"],
    // No default: a repeated session key continues its conversation, unless the operator says otherwise.
    usedBy: ["agent"],
    templated: false,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning:
      "Whether each run gets a new session, or continues that of its key. Passed to the host.",
  },
  {
    name: "wakeMode",
    wakeName: "mode",
    value: "choice",
    choices: ["now", "next-heartbeat"],
    default: "now",
    usedBy: ["wake", "agent"],
    templated: false,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "When the woken session acts.",
  },
  {
    name: "deliver",
    value: "flag",
    default: true,
    usedBy: ["agent"],
    templated: false,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Whether the answer is sent to the channel.",
  },
  {
    name: "channel",
    value: "channel",
    // The channel on which the operator last talked to the assistant.
    default: "last",
    usedBy: ["agent", "deliver"],
    templated: false,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Channel of the answer, or of a delivered text.",
  },
  {
    name: "to",
    value: "id",
    usedBy: ["agent", "deliver"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Recipient on the channel.",
    examples: ["-1001234567890", "{{user.chat_id}}"],
  },
  {
    name: "accountId",
    value: "id",
    usedBy: ["agent", "deliver"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning:
      "Account of the channel that sends, for several accounts on one channel. Passed to the host.",
    examples: ["work", "{{account}}"],
  },
  {
    name: "agentId",
    value: "id",
    usedBy: ["wake", "agent", "deliver"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning:
      "Agent that runs, or is woken, or whose last route and main session a delivered text uses. Default: the gateway's default agent.",
    examples: ["main", "reviewer"],
  },
  {
    name: "model",
    value: "id",
    usedBy: ["agent"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Model of the run: one of `agents.defaults.models`, by id or alias, if that is set.",
    examples: ["provider/model", "provider/small-model"],
  },
  {
    name: "thinking",
    value: "line",
    usedBy: ["agent"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Thinking level of the run, passed to the host.",
    examples: ["low", "high"],
  },
  {
    name: "name",
    value: "line",
    runDefault: "Hook",
    usedBy: ["agent"],
    templated: true,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Name of the run, one line. Default: `Hook`.",
    examples: ["GitHub", "Alerts of {{service}}"],
  },
  {
    name: "timeoutSeconds",
    value: "seconds",
    usedBy: ["agent"],
    templated: false,
    lockable: true,
    inRequests: true,
    inResults: true,
    meaning: "Limit of the run in seconds, at least 1; fractions are rounded down.",
    examples: [300, 60],
  },
] as const;
