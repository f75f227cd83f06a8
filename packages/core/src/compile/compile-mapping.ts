// A normalized mapping → its rule, templates, constants and transform, ready for events; or its problems.
import { oneLine } from "../data/one-line.ts";
import { compiledFields } from "../generated/action-records.ts";
import type { Origin } from "../model/draft.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import type { Template, TemplateOptions } from "../template/compile-template.ts";
import { EVENT_ROOTS } from "../template/scope.ts";
import { bindTransform } from "../transform/bind-transform.ts";
import { compileChannel } from "./compile-channel.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileField, readsPayload } from "./compile-field.ts";
import { compileForEach } from "./compile-for-each.ts";
import { compileInstructions } from "./compile-instructions.ts";
import { compileMatch } from "./compile-match.ts";
import { compileText } from "./compile-text.ts";
import type { CompiledMapping, CompiledTransform } from "./compiled-mapping.ts";
import { findNeverSucceeds } from "./never-succeeds.ts";

export interface MappingCompilation {
  readonly compiled: CompiledMapping;
  readonly problems: readonly Problem[];
}

export function compileMapping(mapping: Mapping, context: CompileContext): MappingCompilation {
  const problems: Problem[] = [];
  const report = (problem: Problem) => {
    problems.push(problem);
  };
  const templates = templatesFor(mapping, context);
  const text = compileText(mapping, { ...context, templates }, report);
  const fields = compiledFields<Template>(mapping.fields, {
    template: (field, source) => compileField(mapping, { field, source, templates, report }),
    channel: () => compileChannel(mapping, context.channels, report),
  });
  const { sessionKey, agentId } = fields;
  const compiled: CompiledMapping = {
    id: mapping.id,
    preset: mapping.preset,
    match: mapping.match,
    skip: mapping.skip,
    rule: compileMatch(mapping.match, [...mapping.configPath, "match"], report),
    forEach: compileForEach(mapping, report),
    action: mapping.action,
    allowUnsafeExternalContent: mapping.allowUnsafeExternalContent,
    text,
    instructions: compileInstructions(mapping, context.templates, report),
    fields,
    transform: compileTransform(mapping, context, report),
    source: oneLine(`webhook "${mapping.id}"`),
    origins: {
      text: originOf(text, mapping),
      sessionKey: hasLiteralStart(sessionKey) ? "operator" : originOf(sessionKey, mapping),
      agentId: originOf(agentId, mapping),
    },
  };
  for (const problem of findNeverSucceeds(mapping, compiled, context)) report(problem);
  return { compiled, problems };
}

/** Where one action is made per element, `item` and `index` are roots; elsewhere they are fields. */
function templatesFor(mapping: Mapping, { templates }: CompileContext): TemplateOptions {
  if (mapping.forEach === undefined) return templates;
  return { ...templates, roots: [...EVENT_ROOTS, "item", "index"] };
}

function compileTransform(
  mapping: Mapping,
  context: CompileContext,
  report: (problem: Problem) => void,
): CompiledTransform | undefined {
  if (mapping.transform === undefined) return undefined;
  const binding = bindTransform(mapping.transform, context.transforms, mapping.configPath);
  if (!binding.ok) {
    report(binding.problem);
    return undefined;
  }
  const { timeoutMs = context.transformTimeoutMs, lock } = mapping.transform;
  return { call: binding.transform, timeoutMs, lock };
}

function originOf(template: Template | undefined, mapping: Mapping): Origin {
  return template !== undefined && readsPayload(template, mapping) ? "template" : "operator";
}

/** With literal text in front, payload values cannot choose whose session a key names. */
function hasLiteralStart(template: Template | undefined): boolean {
  return template !== undefined && template.literalPrefix.trim() !== "";
}
