// A stage of a walk → sentences for the author of a config.
import type { AgentAction, Coalesce, DeliverAction, FieldValues } from "../../model/index.ts";
import { type Draft, HOOK_PREFIX, type Stage } from "../../serving/resolve/index.ts";

export function describeStage(stage: Stage): readonly string[] {
  switch (stage.kind) {
    case "refused":
      return [`Refused (${stage.refusal.code}): ${stage.refusal.detail ?? stage.refusal.message}`];
    case "skipped":
      return ["The mapping skips its events: nothing is done."];
    case "nothing to do":
      return ["The transform says that there is nothing to do."];
    case "transformed":
      return ["The transform was run.", describeChanges(stage.before, stage.after), ...stage.notes];
    case "no elements":
      return [`The list "${stage.path}" is ${stage.list}: nothing is done.`];
    case "chosen": {
      const { path, chosen, found } = stage;
      const all = `forEach.when chooses ${chosen} of ${found} elements of "${path}".`;
      return chosen > 0
        ? [all]
        : [all, `forEach.when chooses no element of "${path}": nothing is done.`];
    }
    case "left out":
      return [`Elements beyond ${stage.most} are left out: ${stage.count}.`];
    case "accepted":
      return describeDecisions(stage);
  }
}

type Decision = Extract<Stage, { readonly kind: "accepted" }>;

function describeDecisions(decision: Decision): readonly string[] {
  const { coalesce } = decision.action;
  return [
    ...describeFields(decision),
    ...(coalesce === undefined ? [] : [describeCoalesce(coalesce)]),
    ...(decision.action.kind === "agent" ? describeRun(decision.provenance) : []),
  ];
}

/** What the host does with the run, which the action does not have. */
function describeRun({ maxConcurrent, onCompletion }: Decision["provenance"]): readonly string[] {
  return [
    ...(maxConcurrent === undefined
      ? []
      : [
          `It waits while ${maxConcurrent} run${maxConcurrent === 1 ? "" : "s"} of the mapping ${maxConcurrent === 1 ? "is" : "are"} at work.`,
        ]),
    ...(onCompletion === undefined
      ? []
      : [
          `Its end is posted to the endpoint ${JSON.stringify(onCompletion)} of host.notify alone.`,
        ]),
  ];
}

function describeCoalesce({ key, seconds, maxSeconds, limit, keep }: Coalesce): string {
  const kept = keep === "all" ? "the texts of all" : "the text of the last";
  return `Joined with the events of the key ${JSON.stringify(key)}: one action with ${kept} starts ${seconds} s after the last of them, at the latest ${maxSeconds} s after the first, and at once with ${limit} events.`;
}

function describeFields(decision: Decision): readonly string[] {
  const { draft } = decision;
  const accepted = `The policies accept the ${draft.kind} action.`;
  if (draft.kind === "wake") return [accepted, describeAgent(decision), describeText(decision)];
  if (draft.kind === "deliver") {
    const agent = draft.fields.agentId === undefined ? [] : [describeAgent(decision)];
    return [accepted, ...agent, describeDelivery(decision)];
  }
  return [
    accepted,
    describeSessionKey(decision),
    describeAgent(decision),
    ...(draft.fields.model === undefined ? [] : [describeModel(decision)]),
    describeText(decision),
  ];
}

function describeSessionKey({ draft, action, config }: Decision): string {
  const { sessionKey } = draft.fields;
  if (sessionKey === undefined) {
    return config.defaultSessionKey === undefined
      ? "The session key is a new one, as nothing sets it."
      : "The session key is hooks.defaultSessionKey, as nothing else sets one.";
  }
  if (draft.origins.sessionKey === "operator") {
    return "The session key is accepted: the operator wrote it, or how it begins.";
  }
  if (config.policies.sessionKeys.allowedPrefixes !== undefined) {
    return "The session key is accepted: it starts with one of hooks.allowedSessionKeyPrefixes.";
  }
  return (action as AgentAction).sessionKey === sessionKey
    ? `The session key is accepted: it starts with "${HOOK_PREFIX}".`
    : `The session key was put under "${HOOK_PREFIX}", where all keys from outside belong.`;
}

function describeAgent({ draft, config }: Decision): string {
  const { allowed } = config.policies.agents;
  if (draft.kind === "wake" && draft.fields.agentId === undefined) {
    return "No agent is named, so the main session of the default one is woken.";
  }
  const isAllowed = allowed === undefined ? "" : ", which hooks.allowedAgentIds names";
  if (draft.fields.agentId === undefined)
    return `No agent is named, so it is the default one${isAllowed}.`;
  return draft.origins.agentId === "operator"
    ? `The agent is the one that the operator wrote${isAllowed}.`
    : "The agent is accepted: the config names it.";
}

function describeModel({ config }: Decision): string {
  return config.policies.models === undefined
    ? "The model is accepted: the config does not limit models."
    : "The model is accepted: agents.defaults.models names it.";
}

function describeText({ draft, action, provenance }: Decision): string {
  const text = action.kind === "agent" ? action.message : action.text;
  const field = action.kind === "agent" ? "message" : "text";
  const { length } = draft.text;
  const size = `The ${field} has ${length} character${length === 1 ? "" : "s"}`;
  if (draft.origins.text === "operator") {
    return `${size} and no fence: the operator wrote it without a value of the payload.`;
  }
  if (provenance.allowUnsafeExternalContent) {
    return `${size} and no fence: the mapping sets allowUnsafeExternalContent.`;
  }
  return `${size}, ${text.length} with the fence and the text before it.`;
}

function describeDelivery({ action }: Decision): string {
  const { text, markup } = action as DeliverAction;
  const size = `The text has ${text.length} character${text.length === 1 ? "" : "s"} and no fence: people read it, and no model.`;
  return markup ? `${size} The values of the event in it are no markup.` : size;
}

function describeChanges(before: Draft, after: Draft): string {
  const changed = [
    ...(after.kind === before.kind ? [] : ["kind"]),
    ...(after.text === before.text ? [] : [after.kind === "agent" ? "message" : "text"]),
    ...(Object.keys(after.fields) as (keyof FieldValues)[]).filter(
      (field) => after.fields[field] !== before.fields[field],
    ),
  ];
  if (changed.length === 0) return "The transform changed nothing.";
  return `The transform changed ${changed.join(", ")}.`;
}
