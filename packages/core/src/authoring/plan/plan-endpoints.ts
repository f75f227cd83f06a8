// All mappings → the plan of the endpoints: what holds for each hook name, whichever of its mappings takes an event; what contradicts that is reported.
import { configPathToText, parseOrigin } from "@hookwright/base";
import { type AuthPlan, methodsOfHandshake, planAuth } from "@hookwright/signatures/plan";
import type { BodyFormat } from "@hookwright/signatures/runtime";
import {
  BUILT_IN_ROUTES,
  createProblem,
  type IsIncomplete,
  isBuiltInRoute,
  type Report,
} from "../../model/index.ts";
import type { EndpointPlan, EndpointsPlan } from "../../serving/link/index.ts";
import type { Mapping, MappingAuth, MappingBody } from "../config/index.ts";

interface EndpointContext {
  /** Of the hooks. */
  readonly maxBodyBytes: number;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}

/** A request is authenticated, limited and decoded before anything knows which mapping it is for. */
export function planEndpoints(
  mappings: readonly Mapping[],
  context: EndpointContext,
): EndpointsPlan {
  const auths = planAuths(firstOfEachName(mappings, AUTH, context), context.report);
  const bodies = firstOfEachName(mappings, bodyBeside(auths), context);
  for (const [name, mapping] of bodies) checkTokenPlace(mapping, auths.get(name), context.report);

  const largest = new Map<string, number>();
  let ofOthers: number | undefined;
  for (const { match, maxBodyBytes = context.maxBodyBytes } of mappings) {
    const { path } = match;
    if (path === undefined) ofOthers = Math.max(ofOthers ?? 0, maxBodyBytes);
    else largest.set(path, Math.max(largest.get(path) ?? 0, maxBodyBytes));
  }
  const named = [...largest]
    // The built-in routes take their events before any mapping does.
    .filter(([name]) => !isBuiltInRoute(name))
    .map(([name, ofName]): EndpointPlan => {
      const auth = auths.get(name);
      const form = formOptionsOf(bodies.get(name), auth);
      return {
        name,
        ...(auth !== undefined && { auth }),
        bodyFormats: formatsOf(bodies.get(name), auth),
        ...(form !== undefined && { form }),
        // What a mapping without a name allows, it allows for every name.
        maxBodyBytes: Math.max(ofName, ofOthers ?? 0),
      };
    });
  const { maxBodyBytes } = context;
  const builtIn = BUILT_IN_ROUTES.map((name) => ({ name, bodyFormats: JSON_ALONE, maxBodyBytes }));
  return {
    named: [...named, ...builtIn],
    ...(ofOthers !== undefined && {
      ofOthers: { bodyFormats: JSON_ALONE, maxBodyBytes: ofOthers },
    }),
  };
}

/** Takes the first mapping of each name, and plans the `auth` of those that have one: also what is left of a wrong one. */
function planAuths(
  mappings: ReadonlyMap<string, Mapping>,
  report: Report,
): ReadonlyMap<string, AuthPlan> {
  const plans = new Map<string, AuthPlan>();
  const publicHosts = listPublicHosts([...mappings.values()]);
  for (const [name, { auth, configPath }] of mappings) {
    if (auth === undefined) continue;
    const path = [...configPath, "auth"];
    const { plan, problems } = planAuth(auth.written, { path, id: auth.id });
    for (const { code, at, message, hint, severity } of problems) {
      report(createProblem(code, [...path, ...at], message, { hint, severity }));
    }
    if (plan?.kind === "none") {
      const message = `Everybody can send events to "${name}".`;
      const hint = "Give it a provider, or a token, as soon as the sender can prove who it is.";
      report(createProblem("auth_open", path, message, { severity: "warning", hint }));
      plans.set(name, { ...plan, publicHosts });
    } else if (plan !== undefined) {
      plans.set(name, plan);
    }
    if (plan !== undefined && isOfRuns(name)) checkMethods(plan, name, report);
  }
  return plans;
}

/** `GET {path}/runs/<id>` is for callers that ask what became of their run. */
const RUNS = "runs";

function isOfRuns(name: string): boolean {
  return name === RUNS || name.startsWith(`${RUNS}/`);
}

function checkMethods({ handshake, path }: AuthPlan, name: string, report: Report): void {
  const methods = handshake === undefined ? [] : methodsOfHandshake(handshake);
  const taken = methods.find((method) => method === "GET" || method === "HEAD");
  if (taken === undefined) return;
  const message = `The name "${name}" cannot have a handshake by ${taken}: such requests ask what became of a run.`;
  const hint = `Choose another name than "${RUNS}", also in the sender's URL.`;
  report(createProblem("path_reserved", path, message, { hint }));
}

/** Behind a proxy, the host of a request may not be the one that senders see. */
function listPublicHosts(mappings: readonly Mapping[]): readonly string[] {
  const urls = mappings.flatMap(({ auth }) =>
    auth === undefined || auth.written === "none" ? [] : (auth.written.publicUrl ?? []),
  );
  return [...new Set(urls.flatMap((url) => parseOrigin(url)?.host ?? []))];
}

/** A key of mappings on which all mappings of a name must agree. */
interface SharedKey {
  readonly key: "auth" | "body";
  readonly isSame: (earlier: Mapping, later: Mapping) => boolean;
  /** As a sentence shows it; undefined if it says nothing that a mapping of many names may not say. */
  readonly shown: (mapping: Mapping) => string | undefined;
  /** Ends of the sentences that refuse it on a built-in route, on a mapping without a name, and beside another. */
  readonly onBuiltIn: string;
  readonly onMany: string;
  readonly besideOther: (earlier: Mapping, later: Mapping) => string;
}

/** All mappings → the first of each name, which represents the others; those that differ from it are reported. */
function firstOfEachName(
  mappings: readonly Mapping[],
  shared: SharedKey,
  { isIncomplete, report }: EndpointContext,
): ReadonlyMap<string, Mapping> {
  const first = new Map<string, Mapping>();
  const { key } = shared;
  if (mappings.every((mapping) => mapping[key] === undefined)) return first;
  for (const mapping of mappings) {
    const { path } = mapping.match;
    // Of a value or a match with something wrong in it, enough is reported already.
    if (isIncomplete(mapping.configPath, [key, "match"])) continue;
    if (path === undefined || isBuiltInRoute(path)) {
      reportMisplaced(mapping, shared, report);
      continue;
    }
    const earlier = first.get(path);
    if (earlier === undefined) first.set(path, mapping);
    else if (!shared.isSame(earlier, mapping)) reportConflict(earlier, mapping, { shared, report });
  }
  return first;
}

function reportMisplaced(mapping: Mapping, shared: SharedKey, report: Report): void {
  const { id, match, configPath } = mapping;
  const shown = shared.shown(mapping);
  if (shown === undefined) return;
  const isRoute = match.path !== undefined;
  const message = isRoute
    ? `Mapping "${id}" has ${shown}, but "${match.path}" is a built-in route, which ${shared.onBuiltIn}.`
    : `Mapping "${id}" has ${shown}, but no match.path: the mapping would ${shared.onMany} the events of several hooks.`;
  const hint = isRoute
    ? "Choose another name, also in the sender's URL."
    : 'Write "match": { "path": … } with the name that the sender posts to.';
  report(createProblem(`${shared.key}_misplaced`, [...configPath, shared.key], message, { hint }));
}

/** Events would be received as one says and resolved by the other. */
function reportConflict(
  earlier: Mapping,
  later: Mapping,
  { shared, report }: { readonly shared: SharedKey; readonly report: Report },
): void {
  const { id, match, configPath } = later;
  const { key } = shared;
  const message = `Mapping "${id}" takes the name "${match.path}" with ${shared.besideOther(earlier, later)}.`;
  const hint = `All mappings of a name have the same ${key}: copy it, or choose another name.`;
  report(createProblem(`${key}_conflict`, [...configPath, key], message, { hint }));
}

const AUTH: SharedKey = {
  key: "auth",
  isSame: ({ auth: one }, { auth: other }) => isSameAuth(one, other),
  shown: ({ auth }) => (auth === undefined ? undefined : "an auth"),
  onBuiltIn: "the hook token opens",
  onMany: "take",
  besideOther: ({ configPath }) => `another auth than ${configPathToText(configPath)}`,
};

function isSameAuth(one: MappingAuth | undefined, other: MappingAuth | undefined): boolean {
  return JSON.stringify(sorted(one?.written)) === JSON.stringify(sorted(other?.written));
}

/** The order in which keys are written means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Where no mapping says what the bodies of a name are, the vendor of its `auth` does. */
function bodyBeside(auths: ReadonlyMap<string, AuthPlan>): SharedKey {
  return {
    key: "body",
    isSame: (earlier, later) => {
      const auth = auths.get(later.match.path as string);
      return keyOfBody(earlier, auth) === keyOfBody(later, auth);
    },
    shown: ({ body }) =>
      body === undefined || body.format === "json" ? undefined : bodyToText(body),
    onBuiltIn: "takes JSON",
    onMany: "decode",
    besideOther: ({ configPath, body }, later) =>
      `${bodyToText(later.body)}, and ${configPathToText(configPath)} has ${bodyToText(body)}`,
  };
}

/** Equal for mappings that read bodies in the same way, whatever the order in which that is written. */
function keyOfBody(mapping: Mapping, auth: AuthPlan | undefined): string {
  const { isNested = false, files = [] } = mapping.body ?? {};
  const formats = formatsOf(mapping, auth).toSorted();
  return JSON.stringify([formats, isNested, sorted(Object.fromEntries(files))]);
}

function bodyToText(body: MappingBody | undefined): string {
  if (body === undefined) return 'no "body"';
  const { format, isNested, files } = body;
  if (!isNested && files.size === 0) return `"body": "${format}"`;
  const multipart =
    format === "multipart" ? { multipart: { files: Object.fromEntries(files) } } : {};
  return `"body": ${JSON.stringify({ ...(isNested && { form: "nested" }), ...multipart })}`;
}

/** Where neither a mapping nor the row of a vendor says more. */
const JSON_ALONE: readonly BodyFormat[] = ["json"];

function formatsOf(
  mapping: Mapping | undefined,
  auth: AuthPlan | undefined,
): readonly BodyFormat[] {
  const body = mapping?.body;
  if (body === undefined) return auth?.body?.formats ?? JSON_ALONE;
  return body.format === "json" ? JSON_ALONE : [body.format];
}

/** GitHub and Slack name it so, and so do all who do not know better. */
const PAYLOAD_FIELD = "payload";

/** Undefined if forms are read as they are everywhere. */
function formOptionsOf(
  mapping: Mapping | undefined,
  auth: AuthPlan | undefined,
): EndpointPlan["form"] | undefined {
  const { payloadField: field, nestsForms = false } = auth?.body ?? {};
  const { isNested = nestsForms, files = new Map() } = mapping?.body ?? {};
  if (!isNested && files.size === 0 && field === undefined) return undefined;
  const payloadFields = field === undefined ? [PAYLOAD_FIELD] : [field, PAYLOAD_FIELD];
  return { isNested, files: Object.fromEntries(files), payloadFields };
}

/** A token that cannot be taken out of a text would be shown to the agent. */
function checkTokenPlace(
  { id, body, configPath }: Mapping,
  auth: AuthPlan | undefined,
  report: Report,
): void {
  if (body === undefined || /^(?:json|form|multipart)$/.test(body.format)) return;
  const [place] = auth?.secretPlaces.body ?? [];
  if (place === undefined) return;
  const message = `The auth of mapping "${id}" reads the token at "${place}" of the body, which ${bodyToText(body)} cannot take out of it.`;
  const hint = 'Write "body": "json" or "form", or let the sender show its token in a header.';
  report(createProblem("body_conflict", [...configPath, "body"], message, { hint }));
}
