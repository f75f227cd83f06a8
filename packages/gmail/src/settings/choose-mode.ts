// `hooks.gmail` and --mode → how new mail is noticed.
import { readMember, readTextMember } from "../data/read-member.ts";
import type { GmailMode } from "../model/mode.ts";

/** Of a config that says nothing of modes, such as one of a wizard. */
export function chooseMode(gmail: unknown, option?: GmailMode): GmailMode {
  return option ?? modeOf(gmail) ?? "poll";
}

/** What the keys say, also in a config that was not checked; undefined where none of them is about it. */
export function modeOf(gmail: unknown): GmailMode | undefined {
  const mode = readTextMember(gmail, "mode");
  if (mode === "push" || mode === "pull" || mode === "poll") return mode;
  if (readMember(gmail, "pushToken") !== undefined || isExposed(gmail)) return "push";
  return readMember(gmail, "subscription") === undefined ? undefined : "pull";
}

/** Whether Tailscale passes requests on. */
export function isExposed(gmail: unknown): boolean {
  return (readTextMember(readMember(gmail, "tailscale"), "mode") ?? "off") !== "off";
}
