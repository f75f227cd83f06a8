// Compiled hooks and the target of actions → the first lines of a server: each hook, and how its senders authenticate.
import { visibleLine } from "@hookwright/base";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import { count } from "./style.ts";

export interface HookLine {
  /** `github`; undefined for every name that no other hook has. */
  readonly name: string | undefined;
  /** `signature of GitHub` */
  readonly proof: string;
}

/** In the order of the mappings; the two built-in routes are last. */
export function listHooks({ mappings, endpoint }: RuntimeHooks): readonly HookLine[] {
  const names = [...new Set(mappings.map(({ match }) => match.path))];
  const named = names.filter((name) => name !== undefined);
  return [
    ...named.map((name) => ({ name, proof: describeProof(endpoint(name)?.auth) })),
    ...(names.length > named.length ? [{ name: undefined, proof: HOOK_TOKEN }] : []),
    ...BUILT_IN.map((name) => ({ name, proof: HOOK_TOKEN })),
  ];
}

const BUILT_IN = ["wake", "agent"];

const HOOK_TOKEN = "hook token";

type Auth = NonNullable<ReturnType<RuntimeHooks["endpoint"]>>["auth"];

function describeProof(auth: Auth): string {
  if (auth === undefined) return HOOK_TOKEN;
  const { kind, provider, orToken } = auth;
  const what = provider !== undefined && kind === "token" ? "token" : PROOFS[kind];
  const of = provider === undefined ? "" : ` of ${provider.name}`;
  return `${what}${of}${orToken ? `, or ${HOOK_TOKEN}` : ""}`;
}

const PROOFS: Readonly<Record<NonNullable<Auth>["kind"], string>> = {
  none: "none: anybody can send",
  signature: "signature",
  message: "signature",
  jwt: "signed token",
  token: "its own token",
  verifier: "custom verifier",
};

/** The config lists further ones. */
const MAX_HOOKS = 24;

/** For people. */
export function hooksToLines(hooks: readonly HookLine[], basePath: string): readonly string[] {
  const shown = hooks.slice(0, MAX_HOOKS);
  const rows = shown.map(({ name, proof }) => ({
    path: name === undefined ? "any other name" : visibleLine(`${basePath}/${name}`),
    proof,
  }));
  const width = Math.max(...rows.map(({ path }) => path.length));
  const further = hooks.length - shown.length;
  return [
    ...rows.map(({ path, proof }) => `  ${path.padEnd(width)}  ${proof}`),
    ...(further > 0 ? [`  and ${count(further, "more hook")}`] : []),
  ];
}

/** `--dispatch` → a sentence. The URL of a gateway has no password. */
export function describeDispatch(dispatch: string): string {
  if (dispatch === "host") return "Actions are carried out by this process (--dispatch host).";
  if (dispatch.startsWith("forward:")) {
    return `Actions are forwarded to ${visibleLine(dispatch.slice("forward:".length))}.`;
  }
  return "Actions are only printed: --dispatch host carries them out, --dispatch forward:URL passes them on.";
}
