// A mailbox whose changes a test writes down.
import type { MailFailure } from "../../src/model/failure.ts";
import type { MailResult, MailSource } from "../../src/model/source.ts";

export interface TestSource extends MailSource {
  /** What was asked, in order: `list 7`, `read a`, `since 60000`, `fresh`. */
  readonly calls: string[];
  readonly add: (id: string) => void;
  /** Mails that are gone or not wanted. */
  readonly unwanted: Set<string>;
  /** The next call fails so. */
  readonly failNext: (failure: Partial<MailFailure> & Pick<MailFailure, "code">) => void;
  /** Earlier cursors are no longer known. */
  readonly forget: () => void;
}

/** Its cursors count the mails that came. */
export function createTestSource(): TestSource {
  const ids: string[] = [];
  const calls: string[] = [];
  const unwanted = new Set<string>();
  const failures: MailFailure[] = [];
  let floor = 0;

  function answer<T>(call: string, value: () => T): MailResult<T> {
    calls.push(call);
    const failure = failures.shift();
    return failure === undefined ? { ok: true, value: value() } : { ok: false, failure };
  }

  return {
    calls,
    unwanted,
    add: (id) => void ids.push(id),
    failNext: (failure) => void failures.push({ message: "It failed.", ...failure }),
    forget: () => {
      floor = ids.length + 1;
    },
    freshCursor: async () => answer("fresh", () => String(Math.max(ids.length, floor))),
    listChanges: async (cursor) => {
      const listed = answer(`list ${cursor}`, () => ({
        ids: ids.slice(Number(cursor)),
        cursor: String(Math.max(ids.length, floor)),
      }));
      if (!listed.ok || Number(cursor) >= floor) return listed;
      return { ok: false, failure: { code: "cursor_gone", message: "It is gone." } };
    },
    listSince: async (since) => answer(`since ${since}`, () => [...ids]),
    readMail: async (id) =>
      answer(`read ${id}`, () =>
        unwanted.has(id) ? undefined : { mail: { id, threadId: id }, historyId: "1" },
      ),
  };
}
