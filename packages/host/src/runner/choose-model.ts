// The model and thinking level of a turn, and what a runner can do → the words that its service knows.
import { THINKING_LEVELS, type ThinkingLevel, type TurnRequest } from "../model/turn.ts";

export interface ModelSettings {
  /** For turns that name none. */
  readonly model?: string | undefined;
  /** `provider/model` as the config has it → the service's own name. */
  readonly models?: Readonly<Record<string, string>> | undefined;
  /** A provider whose name the service does not want before that of the model. */
  readonly provider?: string | undefined;
}

export function chooseModel(
  { model }: Pick<TurnRequest, "model">,
  settings: ModelSettings,
): string | undefined {
  const wanted = model ?? settings.model;
  if (wanted === undefined) return undefined;
  const { models, provider } = settings;
  if (models !== undefined && Object.hasOwn(models, wanted)) return models[wanted];
  const isOwn = provider !== undefined && wanted.startsWith(`${provider}/`);
  return isOwn ? wanted.slice(provider.length + 1) : wanted;
}

/** The level itself, or the nearest lower one; undefined if there is none. */
export function chooseLevel(
  wanted: ThinkingLevel | undefined,
  levels: readonly ThinkingLevel[],
): ThinkingLevel | undefined {
  if (wanted === undefined) return undefined;
  const highest = THINKING_LEVELS.indexOf(wanted);
  return levels.filter((level) => THINKING_LEVELS.indexOf(level) <= highest).at(-1);
}

/** What the result says of a level that was not the wanted one. */
export function reportedLevel(
  wanted: ThinkingLevel | undefined,
  used: ThinkingLevel | undefined,
): { readonly thinking?: ThinkingLevel } {
  return used !== undefined && used !== wanted ? { thinking: used } : {};
}
