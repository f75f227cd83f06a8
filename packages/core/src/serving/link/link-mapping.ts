// The plan of a mapping → its rule, templates and transform, ready for events. Missing ports are reported.
import { keysFromPath, oneLine } from "@hookwright/base";
import {
  type CompiledTemplate,
  EVENT_ROOTS,
  type LinkOptions,
  linkTemplate,
  type TemplateFault,
  type TemplateProbe,
  type TemplateRoot,
  type TemplateTree,
} from "@hookwright/template/runtime";
import { compiledFields } from "../../generated/action-records.ts";
import { mappingSettings } from "../../generated/mapping-settings.ts";
import { createProblem, type Report, type Transforms } from "../../model/index.ts";
import { conditionFromTree } from "../match/index.ts";
import {
  bindTransform,
  type CompiledForEach,
  type CompiledMapping,
  type CompiledMatch,
  type CompiledTransform,
} from "../resolve/index.ts";
import type { ForEachPlan, MappingPlan, MatchPlan } from "./plan.ts";
import { BUILD_AGAIN } from "./read-plan.ts";

interface MappingPorts {
  readonly transforms: Transforms;
  /** Milliseconds. */
  readonly transformTimeoutMs: number;
  /** The options that all templates of a plan share; each mapping adds its roots. */
  readonly templates: Omit<LinkOptions, "emptyLines" | "roots">;
  /** Whether texts keep lines with only tags that render nothing; other fields keep them. */
  readonly emptyLines: LinkOptions["emptyLines"];
  readonly probe?: TemplateProbe | undefined;
  readonly report: Report;
}

/** A field of a mapping and the roots that its template may use. */
interface LinkedField {
  /** As in the config. */
  readonly name: string;
  readonly roots: readonly TemplateRoot[];
  readonly emptyLines?: LinkOptions["emptyLines"];
}

export function linkMapping(plan: MappingPlan, ports: MappingPorts): CompiledMapping {
  const { id, configPath, forEach } = plan;
  const roots = forEach === undefined ? EVENT_ROOTS : ROOTS_OF_ELEMENTS;
  const { emptyLines } = ports;
  const link = (tree: TemplateTree | undefined, field: LinkedField) =>
    tree && linkField(tree, field, plan, ports);
  return {
    id,
    configPath,
    preset: plan.preset,
    ...mappingSettings(plan),
    action: plan.action,
    rateLimit: plan.rateLimit,
    answer: plan.answer,
    rule: { ...linkMatch(plan.match), auth: plan.auth },
    forEach: forEach && linkForEach(forEach),
    text: link(plan.text, { name: nameOfText(plan), roots, emptyLines }),
    dedupeKey: link(plan.dedupeKey, { name: "dedupeKey", roots }),
    coalesce: linkCoalesce(plan.coalesce, (key) => link(key, { name: "coalesce.key", roots })),
    channelReports: (plan.channelReports ?? []).map(({ values, ...report }) => ({
      ...report,
      values: values.flatMap(({ name, tree }) => {
        const template = link(tree, { name: `${report.kind}.${name}`, roots });
        return template === undefined ? [] : [{ name, template }];
      }),
    })),
    instructions: link(plan.instructions, {
      name: "instructions",
      roots: ROOTS_OF_INSTRUCTIONS,
      emptyLines,
    }),
    fields: compiledFields<TemplateTree, CompiledTemplate>(plan.fields, {
      template: (name, tree) => link(tree, { name, roots }),
      channel: (name) => name,
    }),
    transform: linkTransform(plan, ports),
    source: oneLine(`webhook "${id}"`),
    origins: plan.origins,
    firstOnly: plan.firstOnly.map((list) => ({ ...list, keys: keysFromPath(list.steps) })),
    taintedFields: plan.taintedFields,
  };
}

/** With `forEach`, `item` and `index` are roots; elsewhere they are fields of the payload. */
export const ROOTS_OF_ELEMENTS: readonly TemplateRoot[] = [
  ...EVENT_ROOTS,
  { name: "item" },
  { name: "index" },
];

export const ROOTS_OF_INSTRUCTIONS: readonly TemplateRoot[] = [...EVENT_ROOTS, { name: "mapping" }];

/** The key of a mapping's text in the config. */
export function nameOfText({
  action,
}: Pick<MappingPlan, "action">): "messageTemplate" | "textTemplate" {
  return action === "agent" ? "messageTemplate" : "textTemplate";
}

export function linkMatch(plan: MatchPlan): CompiledMatch {
  return {
    path: plan.path,
    source: plan.source,
    headers: plan.headers,
    query: plan.query,
    when: plan.when && conditionFromTree(plan.when),
    not: plan.not && linkMatch(plan.not),
  };
}

function linkCoalesce(
  plan: MappingPlan["coalesce"],
  link: (key: TemplateTree) => CompiledTemplate | undefined,
): CompiledMapping["coalesce"] {
  const key = plan && link(plan.key);
  return plan && key && { ...plan, key };
}

function linkForEach({ when, ...plan }: ForEachPlan): CompiledForEach {
  return { ...plan, when: when && conditionFromTree(when) };
}

function linkField(
  tree: TemplateTree,
  { name, roots, emptyLines }: LinkedField,
  { id, configPath }: MappingPlan,
  { templates, probe, report }: MappingPorts,
): CompiledTemplate | undefined {
  const path = [...configPath, ...name.split(".")];
  probe?.begin(path);
  const result = linkTemplate(tree, { ...templates, probe, roots, emptyLines });
  probe?.end();
  if (result.ok) return result.template;
  for (const fault of result.faults) {
    const [what, hint] = describeFault(fault);
    const message = `Cannot link ${name} of mapping "${id}": ${what}.`;
    report(createProblem(fault.code, path, message, { hint }));
  }
  return undefined;
}

/** Authoring did not find these faults: a port is missing, or the plan was changed since. */
function describeFault(fault: TemplateFault): readonly [what: string, hint: string] {
  if (fault.code === "template_helper_unknown") {
    const { helper } = fault;
    return [
      `the helper "${helper}" was not passed`,
      `Pass it: link(plan, { helpers: { ${JSON.stringify(helper)}: … } }).`,
    ];
  }
  return fault.code === "template_helper_misused" && "helper" in fault
    ? [
        `the helper "${fault.helper}" does not take this call`,
        `Pass the helper that the plan was made with. ${BUILD_AGAIN}`,
      ]
    : ["its tree is damaged", BUILD_AGAIN];
}

function linkTransform(
  { transform: reference, configPath }: MappingPlan,
  { transforms, transformTimeoutMs, report }: MappingPorts,
): CompiledTransform | undefined {
  if (reference === undefined) return undefined;
  const result = bindTransform(reference, transforms, configPath);
  if (!result.ok) {
    report(result.problem);
    return undefined;
  }
  const { timeoutMs = transformTimeoutMs, lock } = reference;
  return { call: result.transform, timeoutMs, lock };
}
