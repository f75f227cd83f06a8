// The folder of an account → what `setup` chose and did there, so that an interrupted setup continues with the same
// choices.
import { join } from "node:path";
import { jsonFromText, readMember, readTextMember } from "@hookwright/base";
import { readTextIfThere, writeDurable } from "@hookwright/node-kit/files";
import type { GmailMode } from "../model/mode.ts";
import type { SetupNames } from "./choose-names.ts";
import type { SetupChoices, StepId } from "./setup-options.ts";

const JOURNAL_FILE = "setup.json";

/** Contains no secret. */
interface Journal {
  readonly mode: GmailMode;
  readonly topic?: string;
  readonly subscription?: string;
  readonly pushEndpoint?: string;
  readonly pushServiceAccount?: string;
  readonly done: readonly StepId[];
}

/** Undefined if it is missing or unreadable: all steps can be repeated. */
export async function readJournal(folder: string): Promise<Journal | undefined> {
  const text = await readTextIfThere(join(folder, JOURNAL_FILE)).catch(() => undefined);
  const json = jsonFromText(text ?? "");
  const mode = readTextMember(json, "mode");
  if (mode !== "pull" && mode !== "push" && mode !== "poll") return undefined;
  const done = readMember(json, "done");
  const texts = ["topic", "subscription", "pushEndpoint", "pushServiceAccount"] as const;
  const named = texts.map((name) => [name, readTextMember(json, name)] as const);
  return {
    mode,
    ...Object.fromEntries(named.filter(([, text]) => text !== undefined)),
    done: Array.isArray(done) ? done : [],
  };
}

export async function writeJournal(
  folder: string,
  { mode, pubsub }: SetupNames,
  done: readonly StepId[],
): Promise<void> {
  const journal: Journal = {
    mode,
    ...(pubsub && { topic: pubsub.topic, subscription: pubsub.subscription }),
    ...(pubsub?.push?.endpoint && { pushEndpoint: pubsub.push.endpoint }),
    ...(pubsub?.push?.serviceAccount && { pushServiceAccount: pubsub.push.serviceAccount }),
    done,
  };
  await writeDurable(join(folder, JOURNAL_FILE), `${JSON.stringify(journal, undefined, 2)}\n`);
}

/**
 * Options take precedence over earlier choices. A new mode starts from scratch; another project has its own topic and
 * subscription.
 */
export function addChosen(choices: SetupChoices, journal: Journal | undefined): SetupChoices {
  if (journal === undefined) return choices;
  const { mode, project } = choices;
  if (mode !== undefined && mode !== journal.mode) return choices;
  const { done: _done, topic = "", subscription, ...rest } = journal;
  const isElsewhere = project !== undefined && !topic.startsWith(`projects/${project}/`);
  const chosen = topic === "" || isElsewhere ? rest : { ...rest, topic, subscription };
  const asked = Object.entries(choices).filter(([, value]) => value !== undefined);
  return { ...chosen, ...(Object.fromEntries(asked) as unknown as SetupChoices) };
}
