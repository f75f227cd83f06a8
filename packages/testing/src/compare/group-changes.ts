// The changes of all events → groups of events with the same change, the most serious first.
import type { ComparedSession } from "./find-session-changes.ts";
import { countSessions } from "./find-session-changes.ts";
import {
  CHANGE_CLASSES,
  type Change,
  type ChangeGroup,
  type ComparedResult,
  type EventComparison,
} from "./model.ts";

export interface GroupingContext {
  /** How many events there are, with those that did not change. */
  readonly total: number;
  /** The sessions of an event, by its index. */
  readonly sessionsOf: (index: number) => readonly ComparedSession[];
}

export function groupChanges(
  events: readonly EventComparison[],
  { total, sessionsOf }: GroupingContext,
): readonly ChangeGroup[] {
  const groups = new Map<string, { change: Change; events: EventComparison[] }>();
  for (const event of events) {
    for (const change of event.changes) {
      const key = keyOf(change);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { change, events: [event] });
      else group.events.push(event);
    }
  }
  return [...groups.values()]
    .map(({ change, events: members }): ChangeGroup => {
      const indexes = members.map(({ index }) => index);
      const sessions = indexes.flatMap((index) => sessionsOf(index));
      const isAboutSessions = change.sessions !== undefined;
      return {
        ...change,
        events: indexes,
        share: indexes.length / total,
        ...(isAboutSessions && {
          sessionCount: {
            before: countSessions(sessions, "before"),
            after: countSessions(sessions, "after"),
          },
        }),
        undecided:
          change.class === "undecided"
            ? [...new Set(members.flatMap(({ undecided }) => undecided))]
            : [],
      };
    })
    .sort(compareGroups);
}

function keyOf({ class: name, before, after, fields }: Change): string {
  return JSON.stringify([name, keyOfResult(before), keyOfResult(after), fields]);
}

function keyOfResult({ mapping, becomes, code }: ComparedResult): readonly unknown[] {
  return [mapping, becomes, code];
}

/** Sorting keeps the order of the events where both are equal. */
function compareGroups(one: ChangeGroup, other: ChangeGroup): number {
  const byClass = CHANGE_CLASSES.indexOf(one.class) - CHANGE_CLASSES.indexOf(other.class);
  return byClass !== 0 ? byClass : other.events.length - one.events.length;
}
