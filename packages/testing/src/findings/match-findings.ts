// What the matches of a config answered to all events → conditions that never change, and mappings without an event.
import { isUnsafeInteger, keysFromPath, readPath } from "@hookwright/base";
import type { Problem } from "@hookwright/core";
import { createProblem } from "@hookwright/core/internal";
import { listRuleReads } from "../compare/rule-reads.ts";
import type { CoveredConfig, CoveredMapping } from "../cover/covered-config.ts";
import type { AtomLeaf, Vector } from "../cover/match-leaves.ts";
import type { Observation } from "../cover/observe-event.ts";
import { HINT_OF_LONG } from "./template-findings.ts";

/** Mappings of presets are nobody's to change. */
export function findInMatches(
  { mappings }: CoveredConfig,
  observations: readonly Observation[],
): readonly Problem[] {
  return mappings.flatMap((one, place) => {
    if (one.mapping.configPath[1] !== "mappings") return [];
    const taken = observations.filter(({ taker }) => taker === place);
    const tried = observations.flatMap((observation) => {
      const { vector } = observation.tried.get(place) ?? {};
      return vector === undefined ? [] : [{ vector, observation }];
    });
    return [
      ...(taken.length === 0 ? [describeUntaken(one, tried.length)] : []),
      ...one.leaves.flatMap((leaf, index) =>
        leaf.kind === "atom"
          ? [
              ...findConstant(
                leaf,
                answersAt(
                  tried.map(({ vector }) => vector),
                  index,
                ),
                "events",
              ),
              ...findLong(
                leaf,
                tried.map((each) => each.observation),
              ),
            ]
          : [],
      ),
      ...one.elementLeaves.flatMap((leaf, index) => {
        const vectors = taken.flatMap(({ elements }) => elements.map(({ vector }) => vector));
        return findConstant(leaf, answersAt(vectors, index), "elements");
      }),
    ];
  });
}

function describeUntaken({ mapping }: CoveredMapping, tried: number): Problem {
  const seen = tried === 0 ? "none came to it" : `it was asked about ${tried}`;
  return createProblem(
    "mapping_without_event",
    mapping.configPath,
    `No event is taken by "${mapping.id}": ${seen}.`,
    { severity: "hint", hint: "Add an event that it takes: what it writes was not looked at." },
  );
}

function answersAt(vectors: readonly Vector[], index: number): readonly boolean[] {
  return vectors.map((vector) => vector[index]).filter((answer) => answer !== undefined);
}

/** One event says nothing of what another would do. */
function findConstant(
  { path, label }: AtomLeaf,
  answers: readonly boolean[],
  what: string,
): readonly Problem[] {
  const [first, ...others] = answers;
  if (first === undefined || others.length === 0) return [];
  if (others.some((answer) => answer !== first)) return [];
  const message = `${label} is ${first} for all ${answers.length} ${what} that it was asked about.`;
  const hint = `Add an event for which it is ${!first}, or leave the condition out.`;
  return [createProblem("condition_never_changes", path, message, { severity: "hint", hint })];
}

function findLong(
  { path, label, atom }: AtomLeaf,
  observations: readonly Observation[],
): readonly Problem[] {
  const paths = listRuleReads(atom.rule).map((name) => name.split("."));
  const isRead = observations.some(({ event, view }) =>
    paths.some(([root, ...steps]) => {
      if (root !== "payload") return false;
      const value = readPath(view.payload, keysFromPath(steps));
      return isUnsafeInteger(value) || event.integersAsText?.includes(value as string) === true;
    }),
  );
  if (!isRead) return [];
  return [
    createProblem(
      "integer_too_long",
      path,
      `${label} reads an integer beyond 2^53, which a number cannot hold.`,
      {
        severity: "hint",
        hint: HINT_OF_LONG,
      },
    ),
  ];
}
