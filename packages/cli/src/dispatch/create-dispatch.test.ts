import { expect, test } from "vitest";
import { createTestIo } from "../../test/support/test-io.ts";
import { createDispatch, type DispatchOptions } from "./create-dispatch.ts";

const OPTIONS: DispatchOptions = {
  dispatch: "print",
  forwardTokenEnv: "GATEWAY_TOKEN",
  config: "hooks.json5",
  host: "127.0.0.1",
  port: 18790,
};
const io = createTestIo({ env: { GATEWAY_TOKEN: "s3cret", BLANK: "  " } });

test.each([
  ["forward", "--dispatch is not known."],
  ["", "--dispatch is not known."],
  ["forward:", "--dispatch forward: has no valid URL."],
  ["forward:127.0.0.1/hooks", "--dispatch forward: has no valid URL."],
  ["forward:file:///hooks", "--dispatch forward: needs an http: or https: URL."],
  [
    "forward:http://u@host/hooks",
    "The URL of --dispatch forward: has a user, a query or a fragment.",
  ],
  [
    "forward:http://:p@host/hooks",
    "The URL of --dispatch forward: has a user, a query or a fragment.",
  ],
  [
    "forward:http://host/?token=p",
    "The URL of --dispatch forward: has a user, a query or a fragment.",
  ],
  ["forward:http://host/#p", "The URL of --dispatch forward: has a user, a query or a fragment."],
])("createDispatch() refuses %j without repeating it", (dispatch, message) => {
  expect(() => createDispatch({ ...OPTIONS, dispatch }, io)).toThrow(
    expect.objectContaining({ message, exitCode: 2, hint: expect.any(String) }),
  );
});

test("createDispatch() needs the token of the other gateway", () => {
  const dispatch = "forward:https://gateway.example/hooks";
  for (const forwardTokenEnv of ["MISSING", "BLANK"]) {
    expect(() => createDispatch({ ...OPTIONS, dispatch, forwardTokenEnv }, io)).toThrow(
      `The environment variable ${forwardTokenEnv} is not set.`,
    );
  }
  expect(createDispatch({ ...OPTIONS, dispatch }, io)).toBeTypeOf("function");
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:18790/hooks"],
  ["127.0.0.1", "http://localhost:18790/hooks"],
  ["0.0.0.0", "http://127.0.0.1:18790/hooks"],
  ["::", "http://[::1]:18790/hooks"],
  ["192.0.2.1", "http://192.0.2.1:18790/"],
])("createDispatch() on %s refuses to forward to itself at %s", (host, url) => {
  expect(() => createDispatch({ ...OPTIONS, host, dispatch: `forward:${url}` }, io)).toThrow(
    "--dispatch would forward every action to this server itself.",
  );
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:18789/hooks"],
  ["127.0.0.1", "http://192.0.2.1:18790/hooks"],
  ["192.0.2.1", "http://127.0.0.1:18790/hooks"],
])("createDispatch() on %s forwards to %s", (host, url) => {
  const options = { ...OPTIONS, host, dispatch: `forward:${url}` };
  expect(createDispatch(options, io)).toBeTypeOf("function");
});
