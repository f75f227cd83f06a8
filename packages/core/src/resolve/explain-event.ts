// An event → its resolution, with a report of every step of the same walk.
import type { CompiledConfig } from "../compile/compile-config.ts";
import { findFailedClause } from "../match/failed-clause.ts";
import type { HookEvent } from "../model/event.ts";
import type { Explanation, ExpressionReport, MatchReport } from "../model/explanation.ts";
import { EventScope } from "./event-scope.ts";
import { resolveEvent, subjectOf } from "./resolve-event.ts";

export async function explainEvent(event: HookEvent, config: CompiledConfig): Promise<Explanation> {
  const expressions: ExpressionReport[] = [];
  const stages: string[] = [];
  let field = "";
  const resolution = await resolveEvent(event, config, {
    stage: (sentence) => {
      stages.push(sentence);
    },
    field: (name) => {
      field = name;
    },
    literal: () => undefined,
    expression: ({ expression, text }) => {
      expressions.push({ field, expression, text });
    },
  });
  return {
    resolution,
    matches: reportMatches(event, config),
    expressions,
    stages,
  };
}

function reportMatches(event: HookEvent, config: CompiledConfig): readonly MatchReport[] {
  const subject = subjectOf(new EventScope(event, config.environment.clock));
  let isDecided = false;
  return config.mappings.map(({ id: mappingId, match }): MatchReport => {
    if (isDecided) return { mappingId, result: "not tried" };
    const reason = findFailedClause({ match }, subject);
    if (reason !== undefined) return { mappingId, result: "not matched", reason };
    isDecided = true;
    return { mappingId, result: "matched" };
  });
}
