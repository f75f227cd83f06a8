import { expect, test } from "vitest";
import { createEffort, findEvent } from "./find-event.ts";
import { atom, FALSE, type Formula, not, TRUE, UNDECIDED, undecidableAtom } from "./formula.ts";

const isX = atom("path", ["text x"]);
const all = (...of: readonly Formula[]): Formula => ({ kind: "all", of });
const find = (holds: Formula, ...fail: readonly Formula[]) =>
  findEvent({ holds, fail }, createEffort());

test("findEvent() finds an event for which one formula holds and the others do not", () => {
  expect(find(TRUE)).toBe("found");
  expect(find(FALSE)).toBe("none");
  expect(find(TRUE, isX)).toBe("found");
  expect(find(isX, not(isX))).toBe("found");
  expect(find(isX, TRUE)).toBe("none");
  expect(find(isX, atom("payload.a", ["text x"]), isX)).toBe("none");
});

test("findEvent() counts an event that a formula cannot judge for one which it does not take", () => {
  const isLike = undecidableAtom("payload.a", ["text x"]);
  expect(find(TRUE, isLike, not(isLike))).toBe("found");
  expect(find(all(not(isLike), atom("payload.a", [UNDECIDED])))).toBe("none");
  expect(find(all(isX, not(all(isX, isLike))), not(isLike))).toBe("none");
});

test("findEvent() asks a formula in the order of its parts", () => {
  const isLike = undecidableAtom("payload.a", ["text x"]);
  const isAny = { kind: "any", of: [isLike, TRUE] } as const;
  expect(find(TRUE, isAny)).toBe("found");
  expect(find(TRUE, { kind: "any", of: [TRUE, isLike] })).toBe("none");
});

test("findEvent() gives up where all mappings together take too long", () => {
  const effort = createEffort();
  const { left } = effort;
  expect(findEvent({ holds: isX, fail: [isX, isX] }, effort)).toBe("none");
  expect(effort.left).toBeLessThan(left - 3);
  effort.left = 3;
  expect(findEvent({ holds: isX, fail: [isX, isX] }, effort)).toBe("unknown");
  expect(effort.left).toBeLessThan(0);
  expect(findEvent({ holds: TRUE, fail: [] }, effort)).toBe("unknown");
});
