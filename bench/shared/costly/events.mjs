// Configs and bodies of at most 256 KiB that are meant to be as much work as possible for their size.
import { conditions } from "./conditions.mjs";
import { list } from "./list.mjs";
import { stages } from "./stages.mjs";
import { templates } from "./templates.mjs";

export const MAX_BODY_BYTES = 256 * 1024;

/** @typedef {{ name: string, when?: unknown, template?: string, partials?: Record<string, string>, forEach?: string, mappings?: number, payload: any }} CostlyEvent */

/** @returns {CostlyEvent[]} */
export function costlyEvents() {
  return [...conditions(), ...templates(), ...stages()];
}

/**
 * A condition is written into as many mappings as it takes to spend the budget.
 *
 * @param {CostlyEvent} event
 */
export function configOf({ when, template, partials, forEach, mappings = 300 }) {
  if (when === undefined) {
    const mapping = {
      match: { path: "x" },
      messageTemplate: template,
      ...(forEach && { forEach }),
    };
    return { hooks: { mappings: [mapping], partials } };
  }
  const mapping = { match: { path: "x", when: { and: [when, false] } }, messageTemplate: "." };
  return { hooks: { mappings: list(mappings, () => mapping) } };
}
