// A rule and an event → the fields that it reads, and what was probably meant by those that the event does not have.
import type { RenderLimits } from "@hookwright/template";
import { Budget } from "@hookwright/template/internal";
import { type ConditionSubject, compilePart, type RuleNode } from "../match/index.ts";
import { describeMeantPath, findMeantPath, type MeantPath } from "./meant-path.ts";

/** One field in a rule, in one event. */
export interface FieldSight {
  readonly field: Extract<RuleNode, { readonly kind: "field" }>;
  /** Whether the event has it; of a rule for elements, whether any element has it. */
  readonly isThere: boolean;
  /** Whether the rule expects that it may be absent: it has a default, or is asked whether it is there. */
  readonly isOptional: boolean;
  /** What to write, as a sentence; absent where nothing like it is there. */
  readonly hint?: string;
  readonly meant?: MeantPath["is"];
  /** A value that it has. */
  readonly value?: unknown;
}

/** Elements of a list that are looked at. */
const MAX_ELEMENTS = 50;

/** None where the lists that the rule makes are too much work. */
export function listFieldReads(
  rule: RuleNode,
  subject: ConditionSubject,
  limits: RenderLimits,
): readonly FieldSight[] {
  try {
    return watch(rule, { data: subject, budget: new Budget(limits), isOptional: false });
  } catch {
    return [];
  }
}

interface Watching {
  /** The event, or an element of a list. */
  readonly data: unknown;
  readonly budget: Budget;
  readonly isOptional: boolean;
}

function watch(node: RuleNode, watching: Watching): readonly FieldSight[] {
  switch (node.kind) {
    case "value":
    case "wrong":
      return [];
    case "field": {
      const isOptional = watching.isOptional || node.fallback !== undefined;
      const below = node.fallback === undefined ? [] : watch(node.fallback, watching);
      return [seeField(node, { ...watching, isOptional }), ...below];
    }
    case "presence":
      return node.parts.flatMap((part) => watch(part, { ...watching, isOptional: true }));
    case "list":
      return node.items.flatMap((item) => watch(item, watching));
    case "each":
      return [...watch(node.list, watching), ...watchElements(node, watching)];
    default:
      return node.args.flatMap((arg) => watch(arg, watching));
  }
}

/** A field counts as there where one element has it. */
function watchElements(
  { operator, list, rule }: Extract<RuleNode, { readonly kind: "each" }>,
  watching: Watching,
): readonly FieldSight[] {
  const { data, budget } = watching;
  const elements = compilePart(list)({ data, budget });
  if (rule === undefined || !Array.isArray(elements)) return [];
  const sights = new Map<RuleNode, FieldSight>();
  for (const element of elements.slice(0, MAX_ELEMENTS)) {
    const inner = operator === "reduce" ? { current: element, accumulator: null } : element;
    for (const sight of watch(rule, { ...watching, data: inner })) {
      const known = sights.get(sight.field);
      if (known === undefined || (!known.isThere && (sight.isThere || known.hint === undefined))) {
        sights.set(sight.field, sight);
      }
    }
  }
  return [...sights.values()];
}

type Field = FieldSight["field"];

function seeField(field: Field, { data, budget, isOptional }: Watching): FieldSight {
  const { fallback: _, ...read } = field;
  const value = compilePart(read)({ data, budget });
  if (value !== undefined) return { field, isThere: true, isOptional, value };
  const meant = findMeant(field, data);
  if (meant === undefined) return { field, isThere: false, isOptional };
  const root = field.of === "event" ? `${field.steps[0]}.` : "";
  const hint = describeMeantPath(meant, "condition", root);
  return { field, isThere: false, isOptional, hint, meant: meant.is };
}

function findMeant({ of, steps }: Field, data: unknown): MeantPath | undefined {
  if (of === "element") return findMeantPath(data, steps);
  const [root, ...names] = steps;
  const { payload, query, headers, item } = data as ConditionSubject & { readonly item?: unknown };
  switch (root) {
    case "payload":
      return findMeantPath(payload, names);
    case "item":
      return findMeantPath(item, names);
    case "query":
      return findMeantPath(query, names);
    case "headers":
      return findMeantPath(headers, names);
    default:
      return undefined;
  }
}
