// A normalized mapping → its templates, constants and transform, ready for events; or its problems.
import { oneLine } from "../data/one-line.ts";
import type { Origin, Origins } from "../model/draft.ts";
import type { Mapping, TemplatedField } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import type { Transform } from "../model/transform.ts";
import type { Template } from "../template/compile-template.ts";
import { bindTransform } from "../transform/bind-transform.ts";
import { compileChannel } from "./compile-channel.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileField, readsPayload } from "./compile-field.ts";
import { compileText } from "./compile-text.ts";
import { findNeverSucceeds } from "./never-succeeds.ts";

/** Every field is always there: objects of one shape are what makes reading them fast. */
export interface CompiledMapping
  extends Pick<
    Mapping,
    | "id"
    | "match"
    | "action"
    | "wakeMode"
    | "sessionMode"
    | "deliver"
    | "allowUnsafeExternalContent"
  > {
  readonly preset: string | undefined;
  readonly channel: string;
  readonly timeoutSeconds: number | undefined;
  readonly text: Template | undefined;
  readonly name: Template | undefined;
  readonly sessionKey: Template | undefined;
  readonly to: Template | undefined;
  readonly model: Template | undefined;
  readonly thinking: Template | undefined;
  readonly agentId: Template | undefined;
  readonly transform: Transform | undefined;
  /** What the fence says of where the text came from. */
  readonly source: string;
  /** Origins of what the templates make, before any transform. */
  readonly origins: Origins;
}

export interface MappingCompilation {
  readonly compiled: CompiledMapping;
  readonly problems: readonly Problem[];
}

export function compileMapping(mapping: Mapping, context: CompileContext): MappingCompilation {
  const problems: Problem[] = [];
  const report = (problem: Problem) => {
    problems.push(problem);
  };
  const field = (name: Exclude<TemplatedField, "text">) =>
    compileField(mapping, {
      field: name,
      source: mapping[name],
      templates: context.templates,
      report,
    });
  const sessionKey = field("sessionKey");
  const agentId = field("agentId");
  const text = compileText(mapping, context, report);
  const compiled: CompiledMapping = {
    id: mapping.id,
    preset: mapping.preset,
    match: mapping.match,
    action: mapping.action,
    wakeMode: mapping.wakeMode,
    sessionMode: mapping.sessionMode,
    deliver: mapping.deliver,
    timeoutSeconds: mapping.timeoutSeconds,
    allowUnsafeExternalContent: mapping.allowUnsafeExternalContent,
    channel: compileChannel(mapping, context.channels, report),
    text,
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

function compileTransform(
  mapping: Mapping,
  context: CompileContext,
  report: (problem: Problem) => void,
): Transform | undefined {
  if (mapping.transform === undefined) return undefined;
  const binding = bindTransform(mapping.transform, context.transforms, mapping.configPath);
  if (binding.ok) return binding.transform;
  report(binding.problem);
  return undefined;
}

function originOf(template: Template | undefined, mapping: Mapping): Origin {
  return template !== undefined && readsPayload(template, mapping) ? "template" : "operator";
}

/** With literal text in front, payload values cannot choose whose session a key names. */
function hasLiteralStart(template: Template | undefined): boolean {
  return template !== undefined && template.literalPrefix.trim() !== "";
}
