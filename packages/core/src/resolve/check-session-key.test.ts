import { expect, test } from "vitest";
import type { HooksInput } from "../config/config.ts";
import type { Origin } from "./draft.ts";
import {
  checkSessionKey,
  createSessionKeyPolicy,
  hasAllowedPrefix,
  isOpen,
  refuseEmptySessionKey,
  type SessionKeyPolicy,
} from "./policy.ts";

const unset: SessionKeyPolicy = { allowedPrefixes: undefined, allowRequest: true };
const limited: SessionKeyPolicy = { allowedPrefixes: ["hook:", "ci:"], allowRequest: true };
const open: SessionKeyPolicy = { allowedPrefixes: [""], allowRequest: true };
const outsiders: readonly Origin[] = ["template", "request", "transform"];

/** The key of the run, or the message of the refusal. */
function judge(key: string, origin: Origin, policy = unset): string {
  const result = checkSessionKey(key, origin, policy);
  return result.ok ? result.key : result.refusal.message;
}

const NOT_ALLOWED =
  'The session key must start with "hook:" or "ci:", as hooks.allowedSessionKeyPrefixes says.';

test("checkSessionKey() accepts any key that the operator wrote, as it is", () => {
  for (const policy of [unset, limited, open, { ...unset, allowRequest: false }]) {
    for (const key of ["main", "agent:main:main", "hook:x", "täglich 1"]) {
      expect(checkSessionKey(key, "operator", policy)).toEqual({ ok: true, key, isMoved: false });
    }
  }
});

test.each(outsiders)("checkSessionKey() puts a key of a %s under hook:", (origin) => {
  const key = "hook:my-project";
  expect(checkSessionKey("my-project", origin, unset)).toEqual({ ok: true, key, isMoved: true });
  expect(judge("agent:main:main", origin)).toBe("hook:agent:main:main");
  expect(judge("hook", origin)).toBe("hook:hook");
});

test.each(outsiders)("checkSessionKey() leaves a key of a %s that starts with hook:", (origin) => {
  for (const key of ["hook:x", "hook:", "HOOK:x", "Hook:a:b"]) {
    expect(checkSessionKey(key, origin, unset)).toEqual({ ok: true, key, isMoved: false });
  }
});

test.each(outsiders)("checkSessionKey() takes from a %s only configured prefixes", (origin) => {
  expect(judge("ci:1", origin, limited)).toBe("ci:1");
  expect(judge("CI:1", origin, limited)).toBe("CI:1");
  for (const key of ["x", "xci:1", "ci", "agent:main:main"]) {
    expect(judge(key, origin, limited)).toBe(NOT_ALLOWED);
  }
});

test.each(outsiders)(
  "checkSessionKey() takes any key of a %s where nothing limits them",
  (origin) => {
    expect(judge("agent:main:main", origin, open)).toBe("agent:main:main");
  },
);

test("checkSessionKey() refuses with a 400 that names the field, the reason and the config key", () => {
  const message = NOT_ALLOWED;
  expect(checkSessionKey("agent:main:main", "request", limited)).toEqual({
    ok: false,
    refusal: {
      code: "session_key_refused",
      status: 400,
      message,
      issues: [{ path: "/sessionKey", message }],
      detail: "hooks.allowedSessionKeyPrefixes would have to allow it.",
    },
  });
});

test("checkSessionKey() accepts no key of a request where requests may not choose", () => {
  const policy = { ...unset, allowRequest: false };
  expect(checkSessionKey("hook:x", "request", policy)).toMatchObject({
    refusal: {
      message:
        "The session key is not accepted from requests: hooks.allowRequestSessionKey is false.",
      detail: "hooks.allowRequestSessionKey is false.",
    },
  });
  expect(judge("hook:x", "template", policy)).toBe("hook:x");
  expect(judge("hook:x", "transform", policy)).toBe("hook:x");
});

test("hasAllowedPrefix() folds the case of ASCII letters only", () => {
  expect(hasAllowedPrefix("HoOk:x", unset)).toBe(true);
  // Lower-cased, the Kelvin sign is "k".
  expect(hasAllowedPrefix("hoo\u212a:x", unset)).toBe(false);
  const policy = { ...unset, allowedPrefixes: ["Straße:"] };
  expect(hasAllowedPrefix("sTRAße:1", policy)).toBe(true);
  expect(hasAllowedPrefix("strasse:1", policy)).toBe(false);
});

test("createSessionKeyPolicy() knows no prefixes, a list of them, and no limit", () => {
  const prefixesOf = (allowedSessionKeyPrefixes?: string[]) =>
    create(allowedSessionKeyPrefixes && { allowedSessionKeyPrefixes }).allowedPrefixes;
  expect(prefixesOf()).toBe(undefined);
  expect(prefixesOf([" hook: ", "ci:"])).toEqual(["hook:", "ci:"]);
  expect(prefixesOf([])).toEqual([""]);
  expect(prefixesOf(["hook:", " "])).toEqual(["hook:", ""]);
});

test("createSessionKeyPolicy() takes from the defaults whether requests may choose", () => {
  expect(create(undefined).allowRequest).toBe(true);
  expect(create({ allowRequestSessionKey: false }).allowRequest).toBe(false);
});

test("createSessionKeyPolicy() ignores the wrong elements of a list", () => {
  const hooks = { allowedSessionKeyPrefixes: [undefined, "ci:"] } as unknown as HooksInput;
  expect(create(hooks).allowedPrefixes).toEqual(["ci:"]);
});

test("isOpen() says whether any key is accepted", () => {
  expect([unset, limited, open].map(isOpen)).toEqual([false, false, true]);
});

test("refuseEmptySessionKey() reports that the payload has none of the values", () => {
  expect(refuseEmptySessionKey()).toMatchObject({
    code: "session_key_refused",
    status: 400,
    message: "The session key is made of values that this payload does not have.",
    detail: "Every expression of it is empty for this event.",
  });
});

function create(hooks: HooksInput | undefined): SessionKeyPolicy {
  return createSessionKeyPolicy(hooks, { allowRequestSessionKey: true });
}
