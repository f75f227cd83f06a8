import { expect, test } from "vitest";
import type { Origin } from "../model/draft.ts";
import {
  checkSessionKey,
  refuseEmptySessionKey,
  type SessionKeyPolicy,
} from "./check-session-key.ts";

const usual: SessionKeyPolicy = { allowedPrefixes: ["hook:"], allowRequest: true };
const outsiders: readonly Origin[] = ["template", "request", "transform"];

function messageFor(key: string, origin: Origin, policy = usual): string | undefined {
  return checkSessionKey(key, origin, policy)?.message;
}

test("checkSessionKey() refuses with a 400 that names the field and the reason", () => {
  const message = 'The session key must start with "hook:".';
  expect(checkSessionKey("agent:main:main", "request", usual)).toEqual({
    code: "session_key_refused",
    status: 400,
    message,
    issues: [{ path: "/sessionKey", message }],
  });
});

test("checkSessionKey() accepts any key that the operator wrote", () => {
  for (const key of ["main", "agent:main:main", "hook:x", "täglich 1"]) {
    expect(messageFor(key, "operator")).toBe(undefined);
    expect(messageFor(key, "operator", { allowedPrefixes: [], allowRequest: false })).toBe(
      undefined,
    );
  }
});

test.each(outsiders)("checkSessionKey() requires an allowed prefix from a %s", (origin) => {
  expect(messageFor("hook:x", origin)).toBe(undefined);
  expect(messageFor("hook:", origin)).toBe(undefined);
  for (const key of ["x", "xhook:y", "HOOK:x", "hook", " hook:x"]) {
    expect(messageFor(key, origin)).toBe('The session key must start with "hook:".');
  }
});

test.each(outsiders)("checkSessionKey() names every allowed prefix to a %s", (origin) => {
  const policy = { allowedPrefixes: ["hook:", "ci:"], allowRequest: true };
  expect(messageFor("ci:1", origin, policy)).toBe(undefined);
  expect(messageFor("x", origin, policy)).toBe('The session key must start with "hook:" or "ci:".');
});

test.each(outsiders)(
  "checkSessionKey() accepts no key of a %s where no prefix is allowed",
  (origin) => {
    const policy = { allowedPrefixes: [], allowRequest: true };
    expect(messageFor("hook:x", origin, policy)).toBe("The session key is not accepted here.");
  },
);

test("checkSessionKey() accepts no key of a request where requests may not choose", () => {
  const policy = { ...usual, allowRequest: false };
  expect(messageFor("hook:x", "request", policy)).toBe(
    "The session key is not accepted from requests.",
  );
  expect(messageFor("hook:x", "template", policy)).toBe(undefined);
  expect(messageFor("hook:x", "transform", policy)).toBe(undefined);
});

test.each<Origin>(["operator", ...outsiders])(
  "checkSessionKey() accepts 512 characters from %s, and no more",
  (origin) => {
    expect(messageFor(`hook:${"x".repeat(507)}`, origin)).toBe(undefined);
    expect(messageFor(`hook:${"x".repeat(508)}`, origin)).toBe(
      "The session key is longer than 512 characters.",
    );
  },
);

test.each<Origin>(["operator", ...outsiders])(
  "checkSessionKey() refuses control characters from %s",
  (origin) => {
    for (const control of ["\n", "\u0000", "\u001b", "\u007f", "\u0085", "\u2028", "\u202e"]) {
      expect(messageFor(`hook:a${control}b`, origin)).toBe(
        "The session key contains control characters.",
      );
    }
  },
);

test("refuseEmptySessionKey() reports that the payload has none of the values", () => {
  expect(refuseEmptySessionKey()).toMatchObject({
    code: "session_key_refused",
    status: 400,
    message: "The session key is made of values that this payload does not have.",
  });
});
