// A normalized mapping → its rule, templates, constants and transform, ready for events.

import { oneLine, parsePath } from "@hookwright/base";
import type { CompiledTemplate } from "@hookwright/template/internal";
import { adviseMapping, adviseRules } from "../advice/index.ts";
import type { ConfigPath } from "../base/index.ts";
import { createProblem, type Report } from "../base/index.ts";
import type { ForEach, Mapping, MatchClauses } from "../config/index.ts";
import { TEMPLATED_FIELDS } from "../generated/field-lists.ts";
import type { ElementCondition } from "../match/index.ts";
import { compileCondition, compileElementCondition } from "../match/index.ts";
import type {
  CompiledForEach,
  CompiledMapping,
  CompiledMatch,
  CompiledTransform,
  Origin,
} from "../resolve/index.ts";
import { bindTransform } from "../resolve/index.ts";
import { checkLastingSession } from "./check-lasting-session.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileFields, readsPayload } from "./compile-fields.ts";
import { compileRespond } from "./compile-respond.ts";
import { findFirstOnly } from "./find-first-only.ts";

export function compileMapping(mapping: Mapping, context: CompileContext): CompiledMapping {
  const { configPath } = mapping;
  const { text, dedupeKey, instructions, fields, reads } = compileFields(mapping, context);
  const { sessionKey, agentId, to, accountId, model } = fields;
  const compiled: CompiledMapping = {
    id: mapping.id,
    configPath,
    preset: mapping.preset,
    match: mapping.match,
    skip: mapping.skip,
    rateLimit: mapping.rateLimit,
    answer: compileRespond(mapping, context),
    rule: {
      ...compileMatch(mapping.match, [...configPath, "match"], context.report),
      auth: mapping.auth,
    },
    forEach: compileForEach(mapping, context),
    action: mapping.action,
    allowUnsafeExternalContent: mapping.allowUnsafeExternalContent,
    dedupeKey,
    text,
    instructions,
    fields,
    transform: compileTransform(mapping, context),
    source: oneLine(`webhook "${mapping.id}"`),
    origins: {
      text: originOf(text, mapping),
      sessionKey: hasLiteralStart(sessionKey) ? "operator" : originOf(sessionKey, mapping),
      agentId: originOf(agentId, mapping),
      to: originOf(to, mapping),
      accountId: originOf(accountId, mapping),
      model: originOf(model, mapping),
    },
    firstOnly: findFirstOnly(mapping, reads),
    taintedFields: TEMPLATED_FIELDS.filter((name) => isTainted(fields[name], mapping)),
  };
  checkLastingSession(mapping, context);
  const { hooks, templates } = context;
  adviseMapping({ mapping, compiled, reads, hooks, templates, policies: context }, context.report);
  return compiled;
}

/** Not as in JSONPath, where "$" is the payload; and `__proto__` is never read. */
const LIST_PATH =
  /^(?!\$[.[]|(?:.*[.\]])?__proto__(?:[.[]|$))[^\s.[\]{}]+(?:\.[^\s.[\]{}]+|\[\d+\])*$/;

function compileForEach(
  { id, configPath, forEach }: Mapping,
  { report }: CompileContext,
): CompiledForEach | undefined {
  if (forEach === undefined) return undefined;
  const { path, takesFirst, atomic } = forEach;
  if (!LIST_PATH.test(path)) {
    const message = `forEach of mapping "${id}" is not the path of a list in the payload.`;
    const hint = 'Write a path such as "messages" or "data.items", without braces and "$".';
    report(createProblem("for_each_path", [...configPath, "forEach"], message, { hint }));
    return undefined;
  }
  const steps = parsePath(path) as readonly string[];
  const isFromPayload = steps[0] === "payload";
  return {
    path,
    steps: isFromPayload ? steps.slice(1) : steps,
    isFromPayload,
    when: compileElementRule(forEach, [...configPath, "forEach", "when"], report),
    rule: forEach.when,
    takesFirst,
    atomic,
  };
}

function compileElementRule(
  { when }: ForEach,
  path: ConfigPath,
  report: Report,
): ElementCondition | undefined {
  return when === undefined ? undefined : compileElementCondition(when, path, adviseRules(report));
}

function compileTransform(
  { transform: reference, configPath }: Mapping,
  context: CompileContext,
): CompiledTransform | undefined {
  if (reference === undefined) return undefined;
  const result = bindTransform(reference, context.transforms, configPath);
  if (!result.ok) {
    context.report(result.problem);
    return undefined;
  }
  const { timeoutMs = context.transformTimeoutMs, lock } = reference;
  return { call: result.transform, timeoutMs, lock };
}

function originOf(template: CompiledTemplate | undefined, mapping: Mapping): Origin {
  return isTainted(template, mapping) ? "template" : "operator";
}

function isTainted(template: CompiledTemplate | undefined, mapping: Mapping): boolean {
  return template !== undefined && readsPayload(template, mapping);
}

/** With literal text in front, payload values cannot choose whose session a key names. */
function hasLiteralStart(template: CompiledTemplate | undefined): boolean {
  return template !== undefined && template.literalPrefix.trim() !== "";
}

export function compileMatch(
  clauses: MatchClauses,
  path: ConfigPath,
  report: Report,
): CompiledMatch {
  return {
    path: clauses.path,
    source: clauses.source,
    headers: clauses.headers,
    query: clauses.query,
    when:
      clauses.when === undefined
        ? undefined
        : compileCondition(clauses.when, [...path, "when"], adviseRules(report)),
    not: clauses.not && compileMatch(clauses.not, [...path, "not"], report),
  };
}
