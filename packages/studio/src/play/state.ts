// The state of the playground, and how each action changes it.
import type { EventText, Format } from "../model/event-text.ts";
import type { Answer, Result } from "../model/messages.ts";
import type { Focus } from "../view-model/highlight-config.ts";

export interface State {
  readonly config: string;
  readonly format: Format;
  readonly event: EventText;
  /** The sample that was chosen, as long as nobody changed it. */
  readonly sample?: string;
  readonly answer?: Answer;
  /** The last result without errors: it stays, grayed, while the config is broken. */
  readonly result?: Result;
  /** The focused expression, as a range of the config. */
  readonly focus?: Focus;
  /** A sentence for the reader, such as that a link was broken. */
  readonly notice?: string;
}

type Action =
  | { readonly kind: "config"; readonly text: string }
  | { readonly kind: "load"; readonly config: string; readonly format: Format }
  | { readonly kind: "event"; readonly change: Partial<EventText> }
  | { readonly kind: "sample"; readonly name?: string; readonly event: EventText }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "focus"; readonly focus: Focus }
  | { readonly kind: "notice"; readonly text?: string };

export function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case "config":
      return { ...without(state, "focus"), config: action.text };
    case "load":
      return { ...without(state, "focus"), config: action.config, format: action.format };
    case "event":
      return { ...without(state, "sample"), event: { ...state.event, ...action.change } };
    case "sample": {
      const rest = without(without(state, "sample"), "notice");
      return {
        ...rest,
        event: action.event,
        ...(action.name !== undefined && { sample: action.name }),
      };
    }
    case "answer": {
      const { answer } = action;
      if (answer.result === undefined) return { ...state, answer };
      return { ...state, answer, result: keepEqual(answer.result, state.result) };
    }
    case "focus":
      return isSame(state.focus, action.focus)
        ? state
        : { ...without(state, "focus"), focus: action.focus };
    case "notice": {
      const rest = without(state, "notice");
      return action.text === undefined ? rest : { ...rest, notice: action.text };
    }
  }
}

/** Long lists that are as before stay the same lists, so that nobody draws them again. */
function keepEqual(result: Result, before: Result | undefined): Result {
  if (before === undefined) return result;
  const isEqual = (key: "strip" | "mappings"): boolean =>
    JSON.stringify(result[key]) === JSON.stringify(before[key]);
  return {
    ...result,
    ...(isEqual("strip") && { strip: before.strip }),
    ...(isEqual("mappings") && { mappings: before.mappings }),
  };
}

function without<Key extends keyof State>(state: State, key: Key): Omit<State, Key> {
  const { [key]: _, ...rest } = state;
  return rest;
}

function isSame(one: Focus, other: Focus): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}
