// What mutants came to → how many of each verdict, and the score.
import type { MutantResult, MutantVerdict, MutationReport } from "./model.ts";

export function countVerdicts(
  results: readonly MutantResult[],
): Pick<MutationReport, "counts" | "score"> {
  const countOf = (wanted: MutantVerdict) =>
    results.filter(({ verdict }) => verdict === wanted).length;
  const counts = {
    killed: countOf("killed"),
    survived: countOf("survived"),
    "not covered": countOf("not covered"),
    invalid: countOf("invalid"),
    same: countOf("same"),
  };
  const judged = counts.killed + counts.survived;
  return { counts, score: judged === 0 ? 100 : Math.floor((counts.killed * 100) / judged) };
}
