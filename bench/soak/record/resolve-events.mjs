// A config and events → what each becomes, and the result of every clause and condition of every mapping.
import { compileHooks } from "@hookwright/core";

/**
 * @typedef {{ path: string, headers: object, query: object, payload: unknown }} Event
 * @typedef {{ mappings: readonly string[], keys: readonly string[], results: readonly string[] }} ResolvedEvents
 * `results`: for each event, one character for each clause and condition.
 */

/** Each clause and each condition that others join is asked by a config of its own: the first that fails hides no other. */
export function createResolver(config) {
  const { mappings } = config.hooks;
  // Who sends is not asked.
  const open = mappings.map(({ auth: _, ...mapping }) => mapping);
  const hooks = compile(open);
  const parts = open.flatMap(({ match }) => partsOf(match));
  const asked = parts.map((match) => compile([{ match, messageTemplate: "x" }]));
  return {
    parts: parts.length,
    /** @param {readonly Event[]} events @returns {Promise<ResolvedEvents>} */
    resolveAll: async (events) => {
      const taken = [];
      const keys = [];
      const results = [];
      for (const event of events) {
        const resolution = await hooks.resolve(event);
        taken.push(`${resolution.outcome} ${resolution.mappingId ?? ""}`);
        keys.push(resolution.action?.sessionKey ?? "");
        const answers = await Promise.all(asked.map((one) => one.resolve(event)));
        results.push(answers.map(({ outcome }) => (outcome === "action" ? "1" : "0")).join(""));
      }
      return { mappings: taken, keys, results };
    },
  };
}

/** Whether two lists of keys have the same places equal: the sessions are the same, whatever they are called. */
export function haveSameSessions(before, after) {
  const toAfter = new Map();
  const toBefore = new Map();
  return before.every((key, index) => {
    const other = after[index];
    if (!toAfter.has(key)) toAfter.set(key, other);
    if (!toBefore.has(other)) toBefore.set(other, key);
    return toAfter.get(key) === other && toBefore.get(other) === key;
  });
}

function compile(mappings) {
  return compileHooks({ hooks: { mappings } }, { randomId: () => "id", clock: () => 0 });
}

function partsOf({ path: _, source, headers = {}, query = {}, when, not }) {
  return [
    ...(source === undefined ? [] : [{ source }]),
    ...Object.entries(headers).map(([name, value]) => ({ headers: { [name]: value } })),
    ...Object.entries(query).map(([name, value]) => ({ query: { [name]: value } })),
    ...(when === undefined ? [] : atomsOf(when).map((rule) => ({ when: rule }))),
    ...(not === undefined ? [] : partsOf(not)),
  ];
}

function atomsOf(rule) {
  const [[name, args] = []] = typeof rule === "object" && rule !== null ? Object.entries(rule) : [];
  return ["and", "or", "!"].includes(name) ? [args].flat().flatMap(atomsOf) : [rule];
}
