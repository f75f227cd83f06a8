// A draft and what a transform changes → the draft that results, with the origins that follow.
import type { Draft, Origin } from "../model/draft.ts";
import type { TransformResult } from "../model/transform.ts";

export function mergeChanges(draft: Draft, changes: TransformResult): Draft {
	const kind = changes.kind ?? changes.action ?? draft.kind;
	const text = kind === "agent" ? changes.message : changes.text;
	const wakeMode =
		kind === "agent" ? changes.wakeMode : (changes.mode ?? changes.wakeMode);
	return {
		kind,
		text: text ?? draft.text,
		name: changes.name ?? draft.name,
		sessionKey: changes.sessionKey ?? draft.sessionKey,
		sessionMode: changes.sessionMode ?? draft.sessionMode,
		wakeMode: wakeMode ?? draft.wakeMode,
		deliver: changes.deliver ?? draft.deliver,
		channel: changes.channel ?? draft.channel,
		to: changes.to ?? draft.to,
		agentId: changes.agentId ?? draft.agentId,
		model: changes.model ?? draft.model,
		thinking: changes.thinking ?? draft.thinking,
		timeoutSeconds: changes.timeoutSeconds ?? draft.timeoutSeconds,
		origins: {
			text: originOf(text, draft.origins.text),
			sessionKey: originOf(changes.sessionKey, draft.origins.sessionKey),
			agentId: originOf(changes.agentId, draft.origins.agentId),
		},
	};
}

/** What a transform made counts as payload, even where it looks like the operator's words. */
function originOf(change: string | undefined, before: Origin): Origin {
	return change === undefined ? before : "transform";
}
