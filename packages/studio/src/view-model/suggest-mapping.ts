// An event and what the agent shall be told → the text of a first config, with a match for events of this kind.
import type { HookEvent } from "@hookwright/core";

/** `X-GitHub-Event`, `X-Shopify-Topic`, `X-Event-Type`: what kind of event it is. */
const KIND_HEADER = /(?:^|-)(?:event|topic)(?:-?(?:type|name|key))?$/i;

/** Fields of a payload that say the same. */
const KIND_FIELDS = ["type", "event", "event_type", "eventType"] as const;

export function suggestMapping(event: HookEvent, instructions: string): string {
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
  const lines = linesFor(fields);
  return `hooks:
  enabled: true
  token: \${HOOK_TOKEN}
  mappings:
    - id: ${quote(idOf(path, header?.[1] ?? fields[kind ?? ""]))}
      match:
${match.map((line) => `        ${line}`).join("\n")}
      instructions: ${quote(told)}
      messageTemplate: |
${lines.map((line) => `        ${line}`).join("\n")}
`;
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
