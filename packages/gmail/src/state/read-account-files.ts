// The folder of an account → what its files say, or what is wrong with them. Nothing is written.
import { join } from "node:path";
import { errorText } from "../data/error-text.ts";
import { readFileIfThere, readTextIfThere } from "../files/read-file-if-there.ts";
import { type ParsedLog, POSTED_FILE, parsePostedLog } from "./posted-log.ts";
import { parseState, STATE_FILE, type StoredState } from "./state-file.ts";
import type { StateProblem } from "./state-problem.ts";

export type AccountFilesResult =
  | {
      readonly ok: true;
      /** Undefined: the account was never watched. */
      readonly stored: StoredState | undefined;
      readonly log: Extract<ParsedLog, { readonly ok: true }>;
    }
  | { readonly ok: false; readonly problem: StateProblem };

/** Also while another process writes them. */
export async function readAccountFiles(folder: string): Promise<AccountFilesResult> {
  const statePath = join(folder, STATE_FILE);
  const logPath = join(folder, POSTED_FILE);
  try {
    const stateText = await readTextIfThere(statePath);
    const parsed = stateText === undefined ? undefined : parseState(stateText);
    if (parsed?.ok === false) {
      const isNewer = parsed.code === "state_newer";
      return { ok: false, problem: isNewer ? newer(statePath) : damagedState(statePath) };
    }
    const log = parsePostedLog((await readFileIfThere(logPath)) ?? Buffer.alloc(0));
    if (!log.ok) return { ok: false, problem: damagedLog(logPath, log.line) };
    return { ok: true, stored: parsed?.stored, log };
  } catch (error) {
    return {
      ok: false,
      problem: {
        code: "state_unusable",
        message: `The state in ${folder} cannot be read: ${errorText(error)}.`,
        hint: "Check the rights of the folder, and the disk.",
      },
    };
  }
}

function newer(path: string): StateProblem {
  return {
    code: "state_newer",
    message: `${path} was written by a newer version.`,
    hint: "Use that version, or newer, here.",
  };
}

/** Nothing is reset by itself: to lose the cursor is to lose mails. */
function damagedState(path: string): StateProblem {
  return {
    code: "state_damaged",
    message: `${path} is damaged: it holds no state of a mailbox.`,
    hint: `Put a copy of it back. Without one, move it away ("mv ${path} ${path}.damaged"): then only mails that come from now on are posted.`,
  };
}

function damagedLog(path: string, line: number): StateProblem {
  return {
    code: "state_damaged",
    message: `${path} is damaged: line ${line} is no mail that was posted.`,
    hint: `Remove that line, or move the file away ("mv ${path} ${path}.damaged"): a mail of the last 7 days may then be posted again, and its hook recognizes it.`,
  };
}
