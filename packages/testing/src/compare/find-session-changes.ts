// The session keys of all events, before and after → the events whose sessions were merged or split.
import { FIXED_ID } from "../fixed-ports.ts";

/** One run: where it stands, and the key of its session in both configs. */
export interface ComparedSession {
  /** Tells it from all others. */
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

export interface SessionChanges {
  readonly merged: ReadonlySet<ComparedSession>;
  readonly split: ReadonlySet<ComparedSession>;
}

export function findSessionChanges(sessions: readonly ComparedSession[]): SessionChanges {
  return {
    merged: findJoined(sessions, { by: "after", of: "before" }),
    split: findJoined(sessions, { by: "before", of: "after" }),
  };
}

interface Sides {
  readonly by: "before" | "after";
  readonly of: "before" | "after";
}

/** Those that have one key on one side, and several on the other. */
function findJoined(
  sessions: readonly ComparedSession[],
  { by, of }: Sides,
): ReadonlySet<ComparedSession> {
  const groups = new Map<string, ComparedSession[]>();
  for (const session of sessions) {
    const key = keyOf(session, by);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [session]);
    else group.push(session);
  }
  return new Set([...groups.values()].filter((group) => countSessions(group, of) > 1).flat());
}

export function countSessions(
  sessions: readonly ComparedSession[],
  side: "before" | "after",
): number {
  return new Set(sessions.map((session) => keyOf(session, side))).size;
}

/** A random key is a new session each time. */
function keyOf(session: ComparedSession, side: "before" | "after"): string {
  const key = session[side];
  return key.includes(FIXED_ID) ? `${key} ${session.id}` : key;
}
