// What became of an event → notes on paths of conditions and forEach that name nothing in it, with what was probably meant.
import type { EventView, ExplanationNote, MatchReport, Resolution } from "../../model/index.ts";
import type { RuleNode } from "../../serving/match/index.ts";
import type {
  CompiledConfig,
  CompiledMapping,
  CompiledMatch,
} from "../../serving/resolve/index.ts";
import { listFieldReads } from "./field-reads.ts";
import { hintMissingList } from "./missing-list.ts";
import { findUnlikeValues } from "./unlike-values.ts";

interface ExplainedEvent {
  readonly view: EventView;
  readonly resolution: Resolution;
  /** In the order of the mappings of the config. */
  readonly matches: readonly MatchReport[];
}

/** More would not help an author. */
const MAX_NOTES = 10;

export function noteMissingPaths(
  { view, resolution, matches }: ExplainedEvent,
  config: CompiledConfig,
): readonly ExplanationNote[] {
  const asked = config.mappings.filter((_, at) => matches[at]?.atoms !== undefined);
  const sentences = [
    ...asked.flatMap((mapping) => describeFields(mapping, view, config)),
    ...describeList(view, resolution, config),
  ];
  const words = asked.flatMap(({ rule }) =>
    treesOf(rule).flatMap((tree) => findUnlikeValues(tree, view, config.environment.limits)),
  );
  return [
    ...shorten(sentences).map((message) => ({ code: "path_missing", message }) as const),
    ...shorten(words.map((word) => `${word.message} ${word.hint}`)).map(
      (message) => ({ code: "text_compared", message }) as const,
    ),
  ];
}

function shorten(sentences: readonly string[]): readonly string[] {
  return [...new Set(sentences)].slice(0, MAX_NOTES);
}

function describeFields(
  { id, rule }: CompiledMapping,
  view: EventView,
  { environment }: CompiledConfig,
): readonly string[] {
  return treesOf(rule).flatMap((tree) =>
    listFieldReads(tree, [view], environment.limits).flatMap(
      ({ field, isOptional, hint, meant }) => {
        if (hint === undefined || (isOptional && meant === "near name")) return [];
        return [
          `The condition of mapping "${id}" reads ${field.name}, which is not there. ${hint}`,
        ];
      },
    ),
  );
}

function treesOf({ when, not }: CompiledMatch): readonly RuleNode[] {
  return [...(when === undefined ? [] : [when.tree]), ...(not === undefined ? [] : treesOf(not))];
}

function describeList(
  view: EventView,
  resolution: Resolution,
  { mappings }: Pick<CompiledConfig, "mappings">,
): readonly string[] {
  if (resolution.outcome === "batch") {
    // The elements of a list have no list of their own.
    const whole = resolution.mappingIds === undefined ? [] : resolution.elements;
    return whole.flatMap((one) =>
      one.element === undefined ? describeList(view, one.resolution, { mappings }) : [],
    );
  }
  const isWrong = resolution.outcome === "refused" && resolution.refusal.code === "invalid_payload";
  const isMissing = resolution.outcome === "handled" && resolution.list === "missing";
  if (!isWrong && !isMissing) return [];
  const forEach = mappings.find(({ id }) => id === resolution.mappingId)?.forEach;
  const hint = forEach && hintMissingList(view.payload, forEach);
  if (forEach === undefined || hint === undefined) return [];
  const fault = isWrong ? "is not a list" : "is missing, so nothing is done";
  return [`"${forEach.path}" of forEach ${fault}. ${hint}`];
}
