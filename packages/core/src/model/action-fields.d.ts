/** What one row of the table says. */
export interface ActionField {
    /** Its name in a mapping, in a run, in a request to `/agent` and in what a transform returns. */
    readonly name: string;
    /** Its name in a mapping, where that differs from `name`. */
    readonly mappingKey?: string;
    /** Its name in a wake action and in a request to `/wake`, where that differs from `name`. */
    readonly wakeName?: string;
    /**
     * `text`: any text. `line`: one line, blank is unset. `id`: trimmed, blank is unset; characters that no
     * id has are refused and not removed, because the repaired id could be another one. `key`: an id that
     * every run has. `channel`: an id or alias of a channel. `choice`: one of `choices`. `seconds`: at
     * least 1, fractions are rounded down.
     */
    readonly value: "text" | "line" | "id" | "key" | "channel" | "choice" | "flag" | "seconds";
    readonly choices?: readonly string[];
    /** The value in a mapping or a request that does not set the field. */
    readonly default?: string | boolean;
    /** The value in a run where nothing set the field. */
    readonly runDefault?: string;
    /** The kinds of actions that use it. */
    readonly usedBy: readonly ("wake" | "agent")[];
    /** `trusted`: over values that no sender chooses. */
    readonly templated: boolean | "trusted";
    /** Whether `transform.lock` can name it. */
    readonly lockable: boolean;
    /** Whether a request to `/agent` or `/wake` can set it. */
    readonly inRequests: boolean | "required";
    /** Whether a transform can set it. */
    readonly inResults: boolean;
    /** One or two sentences for the schema, the docs and editors. */
    readonly meaning: string;
}
/** `policy/` has the policies of fields, such as who may name which agent. */
export declare const ACTION_FIELDS: readonly [{
    readonly name: "message";
    readonly mappingKey: "messageTemplate";
    readonly value: "text";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: false;
    readonly inRequests: "required";
    readonly inResults: true;
    readonly meaning: "Message of an agent mapping; required there unless a transform supplies it.";
}, {
    readonly name: "text";
    readonly mappingKey: "textTemplate";
    readonly value: "text";
    readonly usedBy: readonly ["wake"];
    readonly templated: true;
    readonly lockable: false;
    readonly inRequests: "required";
    readonly inResults: true;
    readonly meaning: "Text of a wake mapping; required there unless a transform supplies it.";
}, {
    readonly name: "instructions";
    readonly value: "text";
    readonly usedBy: readonly ["wake", "agent"];
    readonly templated: "trusted";
    readonly lockable: false;
    readonly inRequests: false;
    readonly inResults: false;
    readonly meaning: "Your own words to the agent. They stand before the fence, so that they are followed. Templated over `now` and `path` only.";
}, {
    readonly name: "sessionKey";
    readonly value: "key";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Session of the run. Default: `hooks.defaultSessionKey`, else a new one each time.";
}, {
    readonly name: "sessionMode";
    readonly value: "choice";
    readonly choices: readonly ["isolated", "persistent"];
    readonly usedBy: readonly ["agent"];
    readonly templated: false;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Whether each run gets a new session, or continues that of its key. Handed to the host; absent unless written.";
}, {
    readonly name: "wakeMode";
    readonly wakeName: "mode";
    readonly value: "choice";
    readonly choices: readonly ["now", "next-heartbeat"];
    readonly default: "now";
    readonly usedBy: readonly ["wake", "agent"];
    readonly templated: false;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "When the woken session acts.";
}, {
    readonly name: "deliver";
    readonly value: "flag";
    readonly default: true;
    readonly usedBy: readonly ["agent"];
    readonly templated: false;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Whether the answer is sent to the channel.";
}, {
    readonly name: "channel";
    readonly value: "channel";
    readonly default: "last";
    readonly usedBy: readonly ["agent"];
    readonly templated: false;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Channel of the answer.";
}, {
    readonly name: "to";
    readonly value: "id";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Recipient of the answer on the channel.";
}, {
    readonly name: "accountId";
    readonly value: "id";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Account of the channel that sends the answer, for hosts with several accounts on one channel. Handed to the host; absent unless written.";
}, {
    readonly name: "agentId";
    readonly value: "id";
    readonly usedBy: readonly ["wake", "agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Agent that runs, or is woken. Default: the gateway's default agent.";
}, {
    readonly name: "model";
    readonly value: "id";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Model of the run. Must be one of `agents.defaults.models`, by id or alias, where that is set.";
}, {
    readonly name: "thinking";
    readonly value: "line";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Thinking level of the run, handed to the host.";
}, {
    readonly name: "name";
    readonly value: "line";
    readonly runDefault: "Hook";
    readonly usedBy: readonly ["agent"];
    readonly templated: true;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Name of the run, one line. Default: `Hook`.";
}, {
    readonly name: "timeoutSeconds";
    readonly value: "seconds";
    readonly usedBy: readonly ["agent"];
    readonly templated: false;
    readonly lockable: true;
    readonly inRequests: true;
    readonly inResults: true;
    readonly meaning: "Limit of the run in seconds, at least 1; fractions are rounded down.";
}];
