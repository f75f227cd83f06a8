// Templates while they are compiled and rendered → their units, and those that an event covers.
import type { ConfigPath } from "@hookwright/core";
import { findEndOfSpan } from "@hookwright/core/plan";
import {
  type BlockHelper,
  type BlockNode,
  type BlockParts,
  type Frame,
  locateOrigin,
  nameOfCall,
  type ParsedSource,
  type ReadSet,
  type RootPath,
  type TemplateProbe,
  type TextSpan,
} from "@hookwright/template/runtime";
import type { CoverageKind } from "./model.ts";

/** A part of a template that an event can cover. */
export interface RenderUnit extends UnitText {
  readonly path: ConfigPath;
  /** In the compiled text, which may have lost white space. */
  readonly span: TextSpan;
  readonly source: string;
  /** The paths of the templates in which it is compiled; empty for an unused partial. */
  readonly usedBy: ConfigPath[];
  /** Whether it is an expression that read an empty string. */
  isEmptyText: boolean;
}

/** Each covered unit with the fields in whose templates it was covered. */
type Exercised = ReadonlyMap<RenderUnit, ReadonlySet<string>>;

/** Each rendered unit, covered or not, with what it read. */
type Reached = ReadonlyMap<RenderUnit, readonly RootPath[]>;

export interface Recording {
  readonly exercised: Exercised;
  readonly reached: Reached;
}

export interface TemplateRecorder {
  readonly probe: TemplateProbe;
  readonly units: () => readonly RenderUnit[];
  /** Called before a field is rendered. */
  readonly enter: (field: string) => void;
  /** What was rendered since the last call. */
  readonly take: () => Recording;
}

type FoundText = UnitText & Pick<RenderUnit, "span">;

/** Mappings that presets make are not the author's. */
const isOfAuthor = ([, list]: ConfigPath) => list === "mappings" || list === "partials";

export function createTemplateRecorder(): TemplateRecorder {
  /** By their syntax node: that of a partial is the same for all templates that use it. */
  const known = new Map<object, readonly RenderUnit[]>();
  let template: ConfigPath | undefined;
  let field = "";
  let exercised = new Map<RenderUnit, Set<string>>();
  let reached = new Map<RenderUnit, readonly RootPath[]>();

  const register = (
    node: object,
    { partial, source }: ParsedSource,
    found: readonly FoundText[],
  ) => {
    const user = template as ConfigPath;
    const path = partial === undefined ? user : ["hooks", "partials", partial];
    const units =
      known.get(node) ??
      found.map((one) => ({ ...one, path, source, usedBy: [], isEmptyText: false }));
    known.set(node, units);
    if (user[1] === "partials") return units;
    for (const { usedBy } of units) if (!usedBy.includes(user)) usedBy.push(user);
    return units;
  };
  /** Partials within an unused partial are not counted with it. */
  const isCounted = ({ partial }: ParsedSource): boolean =>
    template !== undefined && (template[1] !== "partials" || template[2] === partial);
  const reach = (units: readonly RenderUnit[], set: ReadSet, frame: Frame) => {
    const { paths } = locateOrigin(set, frame);
    // In a loop, the first element counts.
    for (const unit of units) if (!reached.has(unit)) reached.set(unit, paths);
  };
  const exercise = (unit: RenderUnit | undefined) => {
    if (unit === undefined) return;
    exercised.set(unit, (exercised.get(unit) ?? new Set()).add(field));
  };

  const probe: TemplateProbe = {
    begin: (path) => {
      template = isOfAuthor(path) ? path : undefined;
    },
    end: () => {
      template = undefined;
    },
    expression: (node, parsed, { read, ...set }) => {
      if (!isCounted(parsed)) return read;
      const { start, end } = node;
      const label = parsed.source.slice(start, end);
      const text = { kind: "expressions", label, missing: "never filled" } as const;
      const units = register(node, parsed, [{ ...text, span: { start, end } }]);
      const [unit] = units as [RenderUnit];
      return (frame) => {
        const value = read(frame);
        reach(units, set, frame);
        if (!isEmpty(value)) exercise(unit);
        else if (value === "") unit.isEmptyText = true;
        return value;
      };
    },
    call: (node, parsed, { call, ...set }) => {
      if (!isCounted(parsed) || nameOfCall(node) !== "default") return call;
      const { source } = parsed;
      const first = node.params[0]?.start as number;
      const spans = node.params.map(({ start }) => ({ start, end: findEndOfSpan(source, start) }));
      const written = `default ${source.slice(first, spans.at(-1)?.end)}`;
      const texts = spans.map((span) => ({
        kind: "branches" as const,
        label: `${source.slice(span.start, span.end)} of ${written}`,
        missing: "arm not taken",
        span,
      }));
      const units = register(node.params, parsed, texts);
      return (args, hash, frame) => {
        const value = call(args, hash, frame);
        reach(units, set, frame);
        if (!isEmpty(value)) exercise(units[args.indexOf(value)]);
        return value;
      };
    },
    block: (node, parsed, helper) => {
      if (!isCounted(parsed) || node.isRaw) return helper;
      const span = { start: node.start, end: node.openEnd };
      const texts = textsOfBlock(node, parsed, helper).map((text) => ({ ...text, span }));
      const units = register(node, parsed, texts);
      return countTurns(helper, (turns, { from }, frame) => {
        reach(units, from, frame);
        exercise(units[placeOfArm(helper, turns)]);
      });
    },
    partial: ({ start, program }, parsed) => {
      if (program === undefined || !isCounted(parsed)) return;
      const span = { start, end: findEndOfSpan(parsed.source, start) };
      const label = `the body of ${parsed.source.slice(start, span.end)}`;
      register(program, parsed, [{ kind: "branches", label, missing: "never shown", span }]);
    },
    body: (program, render) => {
      const [unit] = known.get(program) ?? [];
      if (unit === undefined) return render;
      return (frame) => {
        exercise(unit);
        return render(frame);
      };
    },
  };

  return {
    probe,
    units: () => [...known.values()].flat(),
    enter: (name) => {
      field = name;
    },
    take: () => {
      const taken = { exercised, reached };
      exercised = new Map();
      reached = new Map();
      return taken;
    },
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** The texts about a part of a template. */
interface UnitText {
  readonly kind: CoverageKind;
  readonly label: string;
  /** The reason if it was rendered but not covered. */
  readonly missing: string;
}

/** First the half for a truthy argument, then the other. For a loop: none, several. */
function textsOfBlock(
  node: BlockNode,
  { source }: ParsedSource,
  { name }: BlockHelper,
): readonly UnitText[] {
  const opening = source.slice(node.start, node.openEnd);
  const unit = (label: string, missing: string): UnitText => ({ kind: "branches", label, missing });
  if (name === "each") {
    return [
      unit(`${opening} with none`, "never empty"),
      unit(`${opening} with several`, "never several"),
    ];
  }
  // `{{^x}}` begins with the half for a falsy argument.
  const [main, other] =
    node.program === undefined
      ? [`not ${opening}`, opening]
      : [opening, node.inverse === undefined ? `not ${opening}` : `{{else}} of ${opening}`];
  return [unit(main, "arm not taken"), unit(other, "arm not taken")];
}

/** The index of the rendered arm; -1 if it does not count. */
function placeOfArm({ name }: BlockHelper, turns: number): number {
  if (name !== "each") return turns > 0 ? 0 : 1;
  return turns === 1 ? -1 : Math.min(turns, 1);
}

type TellTurns = (turns: number, block: BlockParts, frame: Frame) => void;

/** The helper decides how often the first half is rendered. */
function countTurns(helper: BlockHelper, tell: TellTurns): BlockHelper {
  return {
    ...helper,
    render: (value, hash, block, frame) => {
      let turns = 0;
      const main: typeof block.main = (inner) => {
        turns += 1;
        return block.main(inner);
      };
      const text = helper.render(value, hash, { ...block, main }, frame);
      tell(turns, block, frame);
      return text;
    },
  };
}
