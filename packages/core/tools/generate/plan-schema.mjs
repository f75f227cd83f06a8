// @ts-check
// The shape of a plan → the JSON Schema (draft 07) of the file.

/** @typedef {import("../../src/authoring/plan/shape.ts").ShapeData} ShapeData */

/** @param {ShapeData} shape */
export function planSchema(shape) {
  /** @type {Record<string, object>} */
  const definitions = {};
  /** @param {ShapeData} one @returns {Record<string, any>} */
  const toSchema = (one) => {
    switch (one.is) {
      case "any":
        return {};
      case "text":
        return { type: "string" };
      case "number":
        return { type: "number" };
      case "flag":
        return { type: "boolean" };
      case "whole":
        return { type: "integer", minimum: one.least };
      case "choice":
        return { enum: one.of };
      case "list":
        return {
          type: "array",
          items: toSchema(one.of),
          ...(one.least > 0 && { minItems: one.least }),
        };
      case "map":
        return { type: "object", additionalProperties: toSchema(one.of) };
      case "either":
        return { anyOf: one.of.map(toSchema) };
      case "named": {
        const { name } = one;
        if (!(name in definitions)) {
          // Before the rest, which may refer to it.
          definitions[name] = {};
          definitions[name] = toSchema(one.find());
        }
        return { $ref: `#/definitions/${name}` };
      }
      default: {
        const members = { ...one.needs, ...one.may };
        return {
          type: "object",
          additionalProperties: false,
          required: Object.keys(one.needs),
          properties: Object.fromEntries(
            // A key that must not be there is not described.
            Object.entries(members)
              .filter(([, of]) => of.is !== "choice" || of.of.length > 0)
              .map(([key, of]) => [key, toSchema(of)]),
          ),
        };
      }
    }
  };
  const { properties, ...schema } = toSchema(shape);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "https://hookwright.dev/plan.schema.json",
    title: "Plan",
    description:
      "What `hookwright build` makes of a config. Made of the shape that `readPlan` checks by tools/generate.mjs.",
    ...schema,
    properties: { ...properties, digest: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" } },
    definitions,
  };
}
