// A rule and events → the fields that it reads, and what was probably meant by those that no event has.
import type { RenderLimits } from "@hookwright/template";
import { Budget } from "@hookwright/template/runtime";
import {
  type ConditionSubject,
  compilePart,
  partsOfNode,
  type RuleNode,
} from "../../serving/match/index.ts";
import { describeMeantPath, findMeantPath, type MeantPath } from "./meant-path.ts";

/** One field in a rule, in all of the events or elements that the rule is asked about. */
interface FieldSight {
  readonly field: Extract<RuleNode, { readonly kind: "field" }>;
  /** Whether any of them has it. */
  readonly isThere: boolean;
  /** Whether the rule expects that it may be absent: it has a default, or is asked whether it is there. */
  readonly isOptional: boolean;
  /** What to write, as a sentence; absent where nothing like it is there. */
  readonly hint?: string;
  readonly meant?: MeantPath["is"];
}

/** Elements of a list that are looked at. */
const MAX_ELEMENTS = 50;

/** An event for which the lists that the rule makes are too much work is left out. */
export function listFieldReads(
  rule: RuleNode,
  subjects: readonly ConditionSubject[],
  limits: RenderLimits,
): readonly FieldSight[] {
  return joinSights(
    subjects.flatMap((data) => {
      try {
        return watch(rule, { data, budget: new Budget(limits), isOptional: false });
      } catch {
        return [];
      }
    }),
  );
}

/** A field counts as there where one event or element has it. */
function joinSights(all: readonly FieldSight[]): readonly FieldSight[] {
  const sights = new Map<RuleNode, FieldSight>();
  for (const sight of all) {
    const known = sights.get(sight.field);
    if (known === undefined || (!known.isThere && (sight.isThere || known.hint === undefined))) {
      sights.set(sight.field, sight);
    }
  }
  return [...sights.values()];
}

interface Watching {
  /** The event, or an element of a list. */
  readonly data: unknown;
  readonly budget: Budget;
  readonly isOptional: boolean;
}

function watch(node: RuleNode, watching: Watching): readonly FieldSight[] {
  switch (node.kind) {
    case "field": {
      const isOptional = watching.isOptional || node.fallback !== undefined;
      return [seeField(node, { ...watching, isOptional }), ...watchParts(node, watching)];
    }
    case "presence":
      return watchParts(node, { ...watching, isOptional: true });
    case "each":
      return [...watch(node.list, watching), ...watchElements(node, watching)];
    default:
      return watchParts(node, watching);
  }
}

function watchParts(node: RuleNode, watching: Watching): readonly FieldSight[] {
  return partsOfNode(node).flatMap((part) => watch(part, watching));
}

function watchElements(
  { operator, list, rule }: Extract<RuleNode, { readonly kind: "each" }>,
  watching: Watching,
): readonly FieldSight[] {
  const { data, budget } = watching;
  const elements = compilePart(list)({ data, budget });
  if (rule === undefined || !Array.isArray(elements)) return [];
  return joinSights(
    elements.slice(0, MAX_ELEMENTS).flatMap((element: unknown) => {
      const inner = operator === "reduce" ? { current: element, accumulator: null } : element;
      return watch(rule, { ...watching, data: inner });
    }),
  );
}

type Field = FieldSight["field"];

function seeField(field: Field, { data, budget, isOptional }: Watching): FieldSight {
  const { fallback: _, ...read } = field;
  const value = compilePart(read)({ data, budget });
  if (value !== undefined) return { field, isThere: true, isOptional };
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
