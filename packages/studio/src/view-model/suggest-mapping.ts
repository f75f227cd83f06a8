// An event and what shall come of it → the text of a first config, with a match for events of this kind.
import type { HookEvent } from "@hookwright/core";

/** `X-GitHub-Event`, `X-Shopify-Topic`, `X-Event-Type`: what kind of event it is. */
const KIND_HEADER = /(?:^|-)(?:event|topic)(?:-?(?:type|name|key))?$/i;

/** Fields of a payload that say the same. */
const KIND_FIELDS = ["type", "event", "event_type", "eventType"] as const;

export interface Wish {
  /** `agent`: a run of its own. `wake`: a line for the main session. */
  readonly action: "agent" | "wake";
  /** What the agent shall do. */
  readonly instructions: string;
  /** How senders of this hook prove themselves, as a recipe writes it. Absent: by the hook token. */
  readonly auth?: string | undefined;
}

export function suggestMapping(event: HookEvent, { action, instructions, auth }: Wish): string {
  const { path, headers = {}, payload } = event;
  const header = Object.entries(headers).find(
    ([name, value]) => KIND_HEADER.test(name) && typeof value === "string",
  );
  const fields = (typeof payload === "object" && payload !== null ? payload : {}) as Readonly<
    Record<string, unknown>
  >;
  const kind = KIND_FIELDS.find((name) => typeof fields[name] === "string");
  const match = [`path: ${quote(path)}`];
  if (header !== undefined) match.push(`headers: { ${header[0]}: ${quote(String(header[1]))} }`);
  else if (kind !== undefined) {
    match.push(`when: { "==": [{ var: payload.${kind} }, ${quote(String(fields[kind]))}] }`);
  }
  const told =
    instructions.trim() === "" ? "Tell me in one sentence what happened." : instructions.trim();
  const lines = linesFor(fields).map((line) => `        ${line}`);
  const parts = [
    ...(auth === undefined ? [] : [`auth: ${auth}`]),
    ...(action === "wake" ? ["action: wake"] : []),
    `instructions: ${quote(told)}`,
    `${action === "wake" ? "textTemplate" : "messageTemplate"}: |`,
  ];
  return `hooks:
  enabled: true
  token: \${HOOK_TOKEN}
  mappings:
    - id: ${quote(idOf(path, header?.[1] ?? fields[kind ?? ""]))}
      match:
${match.map((line) => `        ${line}`).join("\n")}
${parts.map((part) => `      ${part}`).join("\n")}
${lines.join("\n")}
`;
}

/**
 * Most vendors sign and cannot send a token, so that a mapping without their `auth` would refuse them.
 *
 * @param recipes texts in JSON5
 * @param path name of a hook, such as `github`
 */
export function findAuth(recipes: readonly string[], path: string): string | undefined {
  const name = path.replaceAll(/[^\w-]/g, "");
  // Of the same mapping: the next one begins with its id.
  const auth = new RegExp(`path: "${name}"(?:(?!\\bid:)[^])*?\\bauth: (\\{.*\\}),$`, "m");
  return recipes.map((text) => auth.exec(text)?.[1]).find((found) => found !== undefined);
}

function idOf(path: string, kind: unknown): string {
  const words = `${path} ${typeof kind === "string" ? kind : ""}`.toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "first";
}

/** JSON strings are YAML, too. */
function quote(text: string): string {
  return /^[a-z][\w-]*$/i.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

const MAX_LINES = 8;

/** Short texts near the top of the payload: names and titles rather than ids and URLs. */
function linesFor(payload: Readonly<Record<string, unknown>>): readonly string[] {
  const paths = pathsOf(payload, 1).sort((one, other) => depthOf(one) - depthOf(other));
  const lines = paths.slice(0, MAX_LINES).map((path) => `${path}: {{${path}}}`);
  return lines.length > 0 ? lines : ["{{json payload indent=2}}"];
}

const MAX_DEPTH = 3;

const TOLD = new Set(
  "action title name full_name message subject summary status state description ref login email type body text".split(
    " ",
  ),
);

function pathsOf(value: object, depth: number): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (!/^[A-Za-z_][\w-]*$/.test(key)) return [];
    if (typeof inner === "string") return TOLD.has(key) && isShort(inner) ? [key] : [];
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    return isObject && depth < MAX_DEPTH
      ? pathsOf(inner, depth + 1).map((path) => `${key}.${path}`)
      : [];
  });
}

function isShort(text: string): boolean {
  return text !== "" && text.length < 400;
}

function depthOf(path: string): number {
  return path.split(".").length;
}
