// A change of the state → it is durable, or the log says that it is not. For what a run can go on without.
import { errorText } from "../data/error-text.ts";
import type { MailLog } from "../model/log.ts";
import type { AccountStore, StateChange } from "../model/state.ts";

export async function saveState(
  { change: write }: Pick<AccountStore, "change">,
  change: StateChange,
  log: MailLog,
): Promise<void> {
  try {
    await write(change);
  } catch (error) {
    log({
      level: "error",
      event: "state_not_written",
      message: `The state cannot be written: ${errorText(error)}.`,
      hint: "Check the disk and the rights of the state folder.",
    });
  }
}
