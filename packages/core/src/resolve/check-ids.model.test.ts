import { expect, test } from "vitest";
import type { ModelsInput } from "../config/config.ts";
import { checkModel, createModelPolicy, spellModel } from "./policy.ts";

const MESSAGE = "The model of this action is not one of agents.defaults.models.";

function isAccepted(model: string | undefined, models: ModelsInput | undefined): boolean {
  return checkModel(model, createModelPolicy(models)) === undefined;
}

test("checkModel() refuses with a 400 that names the field", () => {
  expect(checkModel("v/huge", createModelPolicy(["v/small"]))).toEqual({
    code: "model_refused",
    status: 400,
    message: MESSAGE,
    issues: [{ path: "/model", message: MESSAGE }],
    detail: "agents.defaults.models would have to name it.",
  });
});

test("checkModel() accepts any model where the config lists none", () => {
  for (const models of [undefined, [], {}]) expect(isAccepted("v/huge", models)).toBe(true);
});

test("checkModel() accepts the models of a list by id, in any case", () => {
  const models = ["v/small", " V/Large "];
  expect(isAccepted("v/small", models)).toBe(true);
  expect(isAccepted("v/large", models)).toBe(true);
  expect(isAccepted("V/SMALL", models)).toBe(true);
  expect(isAccepted("small", models)).toBe(false);
  expect(isAccepted("v/smal", models)).toBe(false);
});

test("checkModel() accepts the models of a map by id and by alias", () => {
  const models = { "v/small": { alias: " Mini " }, "v/large": {}, "v/odd": null };
  for (const model of ["v/small", "mini", "MINI", "v/large", "v/odd"]) {
    expect(isAccepted(model, models)).toBe(true);
  }
  expect(isAccepted("v/huge", models)).toBe(false);
  expect(isAccepted("__proto__", models)).toBe(false);
});

test("checkModel() accepts an action that names no model", () => {
  expect(isAccepted(undefined, ["v/small"])).toBe(true);
});

test("spellModel() spells a model as the config does, by id or by alias", () => {
  const policy = createModelPolicy({ "V/Small": { alias: " Mini " } });
  expect(["v/small", "MINI"].map((model) => spellModel(model, policy))).toEqual([
    "V/Small",
    "Mini",
  ]);
  expect(spellModel("V/Huge", undefined)).toBe("V/Huge");
});

test("createModelPolicy() ignores the wrong elements of a list", () => {
  const models = [undefined, "v/small"] as unknown as ModelsInput;
  expect([...(createModelPolicy(models)?.keys() ?? [])]).toEqual(["v/small"]);
});
