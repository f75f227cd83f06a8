// `hooks.gmail` and --mode → how new mail is noticed.
import type { GmailInput } from "@hookwright/core";
import type { GmailMode } from "../model/mode.ts";

/** Of a config that says nothing of modes, such as one of a wizard. */
export function chooseMode(gmail: GmailInput, option?: GmailMode): GmailMode {
  const { mode, pushToken, subscription } = gmail;
  const written = option ?? mode;
  if (written !== undefined) return written;
  if (pushToken !== undefined || isExposed(gmail)) return "push";
  return subscription === undefined ? "poll" : "pull";
}

/** Whether Tailscale passes requests on. */
export function isExposed({ tailscale }: GmailInput): boolean {
  return (tailscale?.mode ?? "off") !== "off";
}
