// A normalized mapping → its rule, templates, constants and transform, ready for events; or its problems.
import { oneLine } from "../data/one-line.ts";
import type {
  CompiledTemplate,
  CompileTemplateOptions,
} from "../language/compile/compile-template.ts";
import { EVENT_ROOTS } from "../language/render/scope.ts";
import type { Origin } from "../model/draft.ts";
import type { Mapping, TemplatedField } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
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
  const field = (name: Exclude<TemplatedField, "text" | "instructions">) =>
    compileField(mapping, { field: name, source: mapping[name], templates, report });
  const text = compileText(mapping, { ...context, templates }, report);
  const sessionKey = field("sessionKey");
  const agentId = field("agentId");
  const compiled: CompiledMapping = {
    id: mapping.id,
    preset: mapping.preset,
    match: mapping.match,
    skip: mapping.skip,
    rule: compileMatch(mapping.match, [...mapping.configPath, "match"], report),
    forEach: compileForEach(mapping, report),
    action: mapping.action,
    wakeMode: mapping.wakeMode,
    sessionMode: mapping.sessionMode,
    deliver: mapping.deliver,
    timeoutSeconds: mapping.timeoutSeconds,
    allowUnsafeExternalContent: mapping.allowUnsafeExternalContent,
    channel: compileChannel(mapping, context.channels, report),
    text,
    instructions: compileInstructions(mapping, context.templates, report),
    name: field("name"),
    sessionKey,
    to: field("to"),
    model: field("model"),
    thinking: field("thinking"),
    agentId,
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
function templatesFor(mapping: Mapping, { templates }: CompileContext): CompileTemplateOptions {
  if (mapping.forEach === undefined) return templates;
  return { ...templates, roots: [...EVENT_ROOTS, { name: "item" }, { name: "index" }] };
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

function originOf(template: CompiledTemplate | undefined, mapping: Mapping): Origin {
  return template !== undefined && readsPayload(template, mapping) ? "template" : "operator";
}

/** With literal text in front, payload values cannot choose whose session a key names. */
function hasLiteralStart(template: CompiledTemplate | undefined): boolean {
  return template !== undefined && template.literalPrefix.trim() !== "";
}
