// Choices → a config, and requests for it that hold secrets and facts about people at random places.
import { createValues, PLACES } from "./values.mjs";

/** @typedef {import("./choices.mjs").Choices} Choices */

/** A secret that is in the config itself. */
export const WRITTEN_SECRET = "literal-secret-in-the-config-9431";

/** Conditions of every kind, on fields that are kept, replaced or compared with each other. */
export const CONFIG = {
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    mappings: [
      {
        id: "signed",
        match: { path: "signed" },
        auth: { provider: "github", secret: WRITTEN_SECRET },
        messageTemplate: "{{action}}",
      },
      {
        id: "bots",
        match: { path: "github", when: { "==": [{ var: "payload.sender.login" }, "dependabot"] } },
        skip: true,
      },
      {
        id: "own",
        match: {
          when: {
            and: [
              { "==": [{ var: "payload.sender.login" }, { var: "payload.owner.login" }] },
              { "!": { in: [{ var: "payload.sender.email" }, ["root@acme.io"]] } },
            ],
          },
        },
        sessionKey: "hook:own:{{sender.login}}",
        messageTemplate: "{{sender.login}}",
      },
      {
        id: "urgent",
        match: {
          headers: { "x-github-event": ["push", "ping"] },
          when: {
            or: [
              { some: [{ var: "payload.labels" }, { "==": [{ var: "" }, "urgent"] }] },
              { ">": [{ var: "payload.count" }, 7] },
              { exists: "payload.reviewer" },
            ],
          },
        },
        sessionKey: "hook:urgent:{{sender.email}}",
        messageTemplate: "{{sender.email}} {{reviewer}}",
      },
      {
        id: "tenants",
        match: { headers: { "x-env": "prod" }, query: { team: ["red", "blue"] } },
        sessionKey: "hook:{{headers.x-tenant}}:{{query.team}}",
        messageTemplate: "{{sender.name}}",
      },
      {
        id: "others",
        match: { not: { when: { "!!": [{ var: "payload.reviewer" }] } } },
        sessionKey: "hook:others:{{sender.email}}:{{owner.login}}",
        messageTemplate: "{{sender.login}}",
      },
    ],
  },
};

const LOGINS = ["dependabot", "annlee", "bobsmith", "carola", "davidb"];
const MAILS = ["ann@acme.io", "bob@acme.io", "root@acme.io", "carola@example.org"];

/**
 * @typedef {{ path: string, headers: Record<string, string>, query: Record<string, string>, payload: Record<string, unknown> }} Request
 * @typedef {{ request: Request, hidden: readonly string[], planted: readonly { kind: string, place: string }[] }} PlantedRequest
 * @param {Choices} choices
 * @param {{ seq: number, known: readonly string[] }} options
 * @returns {PlantedRequest}
 */
export function createRequest(choices, { seq, known }) {
  const { choose, below, alnum, mixed } = choices;
  const parts = {
    headers: traffic(choices),
    query: { team: choose(["red", "blue", "green"]) },
    id: seq,
  };
  const values = createValues(choices, known);
  const places = Object.keys(PLACES);
  const planted = [];
  const hidden = [];
  const list = [];
  for (let count = 1 + below(5); count > 0; count--) {
    const value = choose(values);
    const place = choose(places);
    parts.id = seq * 10 + count;
    list.push(/** @type {Function} */ (PLACES[place])(value, parts) ?? null);
    planted.push({ kind: value.kind, place });
    hidden.push(...value.hidden);
  }
  const never = alnum(24);
  const { headers, query } = parts;
  headers[
    choose(["authorization-2", "cookie", "x-hub-signature-256", "x-api-key", "x-session-id"])
  ] = never;
  const person = mixed(9);
  const user = () => ({
    login: choose(LOGINS),
    email: choose(MAILS),
    name: choose(LOGINS),
    id: below(100),
  });
  const payload = {
    seq,
    action: choose(["opened", "closed", "edited", "deleted", "created", "moved"]),
    sender: user(),
    owner: user(),
    labels: [choose(["urgent", "docs"]), "bug"].slice(below(2)),
    count: below(12),
    ...(below(3) === 0 && { reviewer: choose(MAILS) }),
    // A person in the fields is a person in these texts, too.
    assignee: { name: person, username: person },
    repository: { name: "hello-world", full_name: `${person}/hello-world` },
    links: [`https://host.example/users/${person}/repos{/id}`, `Asked by ${person}.`],
    ...nest(choices, list),
  };
  const path = choose(["github", "gitlab", "shop", "ci"]);
  return {
    request: { path, headers, query, payload },
    hidden: [...hidden, never, person],
    planted,
  };
}

/** @param {Choices} choices @returns {Record<string, string>} */
function traffic({ choose }) {
  return {
    "x-github-event": choose(["push", "ping", "issues", "release"]),
    "x-env": choose(["prod", "test"]),
    "x-tenant": choose(["acme", "initech", "globex"]),
  };
}

/** @param {Choices} choices @param {readonly unknown[]} list @returns {Record<string, unknown>} */
function nest({ choose, below }, list) {
  let value = /** @type {unknown} */ (list);
  for (let level = below(4); level > 0; level--)
    value = { [choose(["a", "b", "items", "meta"])]: value };
  return { extra: value };
}
