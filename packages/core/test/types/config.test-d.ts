// Configs as integrators hold them → checked by the compiler, and never run.
import type { AuthInput as PlannedInput } from "../../../signatures/src/authoring/plan-auth/auth-input.ts";
import {
  type AuthInput,
  compileHooks,
  defineHooks,
  type HookwrightConfig,
  type LockableField,
  type MappingInput,
  type SecretReference,
} from "../../src/index.ts";
import gateway from "./gateway.json" with { type: "json" };

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <const Statement extends true>(statement?: Statement): unknown => statement;

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

// In place, with the token of the environment, and with a gateway's other keys.
compileHooks({
  gateway: { port: 18_789 },
  hooks: {
    enabled: true,
    token: process.env["HOOK_TOKEN"],
    path: undefined,
    presets: ["gmail"],
    gmail: { model: undefined, serve: { port: 8_788 } },
    mappings: [
      { match: { path: "ci", headers: { "x-event": ["a", "b"] } }, messageTemplate: "{{a}}" },
      { match: { not: { query: { test: "1" } }, when: { "==": [1, 1] } }, skip: true },
    ],
    internal: { anything: 1 },
  },
  agents: { defaults: { models: ["v/large"] }, list: [{ id: "main", workspace: "~/w" }] },
});

// `as const`.
const constant = {
  gateway: { port: 1 },
  hooks: {
    presets: ["gmail"],
    allowedAgentIds: ["main"],
    mappings: [
      { match: { headers: { a: ["b"] } }, action: "wake", textTemplate: "x" },
      { messageTemplate: "x", transform: { module: "m", lock: ["to"] } },
    ],
  },
} as const;
compileHooks(constant);
defineHooks(constant);

// In a variable, whose names TypeScript widens to `string`.
const variable = {
  gateway: { port: 1 },
  hooks: {
    mappings: [
      { match: { path: "a" }, action: "wake", wakeMode: "now", textTemplate: "x" },
      { messageTemplate: "x", sessionMode: "persistent", transform: { module: "m", lock: ["to"] } },
    ],
    transforms: { isolation: "inline" },
  },
};
compileHooks(variable);

// Imported from JSON.
compileHooks(gateway);

// As a gateway declares its own settings.
interface GatewaySettings {
  readonly gateway: { readonly port: number };
  readonly hooks?: HookwrightConfig["hooks"];
  readonly agents?: { readonly list: readonly { readonly id: string; readonly name: string }[] };
}
declare const settings: GatewaySettings;
compileHooks(settings);

// With the type named, names are checked where they are written.
const named: HookwrightConfig = { hooks: { mappings: [{ action: "wake" }] }, logging: "debug" };
compileHooks(named);
// @ts-expect-error: no such action
const wrongAction: HookwrightConfig = { hooks: { mappings: [{ action: "run" }] } };
// @ts-expect-error: no such field
const wrongLock: LockableField = "message";
// @ts-expect-error: a secret is a text or a reference
const wrongSecret: SecretReference = { name: "TOKEN" };
// @ts-expect-error: a config is not changed after it was written
named.hooks = {};

// Misspelled keys and wrong types.
// @ts-expect-error: `mapping` for `mappings`
compileHooks({ hooks: { mapping: [] } });
// @ts-expect-error: `session_key` for `sessionKey`
compileHooks({ hooks: { mappings: [{ session_key: "x" }] } });
// @ts-expect-error: a text for true or false
compileHooks({ hooks: { enabled: "true" } });
// @ts-expect-error: a text for a number
compileHooks({ hooks: { mappings: [{ timeoutSeconds: "60" }] } });
// @ts-expect-error: a transform without its module
compileHooks({ hooks: { mappings: [{ transform: { export: "x" } }] } });
// @ts-expect-error: not a config at all
compileHooks([]);

// defineHooks() keeps literals, and checks names and keys.
const defined = defineHooks({
  hooks: {
    mappings: [
      { id: "ci", match: { path: "ci" }, messageTemplate: "x" },
      { id: "mail", match: { path: "mail" }, action: "wake", textTemplate: "x" },
    ],
  },
  logging: "debug",
});
holds<Equal<(typeof defined)["hooks"]["mappings"][number]["id"], "ci" | "mail">>();
compileHooks(defined);
// @ts-expect-error: no such action
defineHooks({ hooks: { mappings: [{ action: "run" }] } });
// @ts-expect-error: `mapping` for `mappings`
defineHooks({ hooks: { mapping: [] } });
// @ts-expect-error: `session_key` for `sessionKey`
defineHooks({ hooks: { mappings: [{ messageTemplate: "x", session_key: "x" }] } });
// @ts-expect-error: `name` for `path`
defineHooks({ hooks: { mappings: [{ match: { name: "x" } }] } });
// @ts-expect-error: `file` for `module`
defineHooks({ hooks: { mappings: [{ transform: { module: "m", file: "x" } }] } });
// @ts-expect-error: no such field
defineHooks({ hooks: { mappings: [{ transform: { module: "m", lock: ["message"] } }] } });

// Operators of conditions, and how many arguments they take.
defineHooks({
  hooks: {
    mappings: [
      {
        match: {
          when: {
            and: [
              { "==": [{ var: "payload.a" }, "x"] },
              { "<=": [1, { var: ["payload.n", 0] }, 5] },
              { some: [{ parseJson: [{ var: "payload.t" }, "list"] }, { "!": { var: "id" } }] },
              true,
            ],
          },
          not: { when: { exists: "payload.b" } },
        },
        forEach: { path: "a", when: { in: [{ var: "item.k" }, ["x", "y"]] } },
        messageTemplate: "x",
      },
    ],
  },
});
declare const widened: { readonly when: unknown };
defineHooks({ hooks: { mappings: [{ match: widened, messageTemplate: "x" }] } });
// @ts-expect-error: `=` for `==`
defineHooks({ hooks: { mappings: [{ match: { when: { "=": [1, 1] } } }] } });
// @ts-expect-error: `contains` for `in`, within another rule
defineHooks({ hooks: { mappings: [{ match: { when: { "!": [{ contains: ["a", "b"] }] } } }] } });
// @ts-expect-error: a comparison of one value
defineHooks({ hooks: { mappings: [{ match: { not: { when: { "==": [1] } } } }] } });
// @ts-expect-error: three arguments for `in`
defineHooks({ hooks: { mappings: [{ forEach: { path: "a", when: { in: ["a", "b", "c"] } } }] } });

// What a mapping is made of can be put together.
const match: NonNullable<MappingInput["match"]> = { path: "x" };
const mapping: MappingInput = { match, action: "wake", textTemplate: "x" };
compileHooks({ hooks: { mappings: [mapping] } });

export const unused: readonly unknown[] = [wrongAction, wrongLock, wrongSecret];

// What `planAuth` takes is the `auth` of the schema, key by key.
holds<Equal<AuthInput, PlannedInput>>();
