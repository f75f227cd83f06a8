// Configs → their secrets.
import { expect, test } from "vitest";
import { findConfigSecrets } from "./transform-settings.ts";

const asks = (reference: object): string => Object.values(reference).join("/");

test("findConfigSecrets() finds literals, variables and references, at any key and depth", () => {
  const hooks = {
    token: " literal ",
    gmail: { pushToken: "${A} and ${B}" },
    mappings: [{ auth: { secrets: ["one", { env: "C" }] } }, { messageTemplate: "${NOT}" }],
    x: { source: "env", provider: "p", id: "D" },
    y: { file: "f.txt" },
    z: { source: "exec", id: "E" },
    matchers: { source: "github" },
  };
  const { values, variables } = findConfigSecrets(hooks, asks);
  expect([...values].sort()).toEqual([
    "A and B",
    "C",
    "env/p/D",
    "exec/E",
    "f.txt",
    "literal",
    "one",
  ]);
  expect([...variables].sort()).toEqual(["A", "B", "C", "D"]);
});

test("findConfigSecrets() skips secrets that the port does not have", () => {
  const hooks = { token: { env: "A" }, other: { key: "${B}" } };
  const failing = (): never => {
    throw new Error("locked");
  };
  for (const secrets of [failing, () => undefined, () => " "]) {
    const found = findConfigSecrets(hooks, secrets);
    expect([...found.values]).toEqual([]);
    expect([...found.variables]).toEqual(["A", "B"]);
  }
});

test("findConfigSecrets() ends in a config that contains itself", () => {
  const hooks: Record<string, unknown> = { token: "t" };
  hooks["again"] = hooks;
  expect([...findConfigSecrets(hooks, asks).values]).toEqual(["t"]);
});
