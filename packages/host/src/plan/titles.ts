// Runs and wakes → the titles under which they are shown. A title is operator's text only.
import type { RunRecord } from "../model/records.ts";
import { toOneLine } from "./text.ts";

const MAX_NAME_CHARACTERS = 100;

/** What the core calls a run that nobody named. */
const DEFAULT_NAME = "Hook";

/** A name that came from outside stands inside the fence, so the title has the mapping's id. */
interface RunTitle {
  readonly title: string;
  /** The name that came from outside; absent where the title has it, or where there is none. */
  readonly taintedName?: string;
}

export function titleOfRun(
  run: Pick<RunRecord, "action" | "taintedFields" | "mappingId">,
): RunTitle {
  const name = toOneLine(run.action.name, MAX_NAME_CHARACTERS);
  const own = join("Hook", run.mappingId);
  if (name === "" || name === DEFAULT_NAME) return { title: own };
  if (run.taintedFields.includes("name")) return { title: own, taintedName: name };
  return { title: `Hook ${name}` };
}

export function titleOfWake(mappingId: string | undefined): string {
  return join("Wake", mappingId);
}

function join(word: string, mappingId: string | undefined): string {
  return mappingId === undefined ? word : `${word} ${toOneLine(mappingId, MAX_NAME_CHARACTERS)}`;
}
