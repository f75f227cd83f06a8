// A block of a template → its arms as units, and which of them was rendered.
import type {
  BlockHelper,
  BlockNode,
  BlockParts,
  Frame,
  ParsedSource,
} from "@hookwright/template/internal";
import type { CoverageKind } from "./model.ts";

/** What is said of a part of a template. */
export interface UnitText {
  readonly kind: CoverageKind;
  readonly label: string;
  /** What is said where it was rendered, and not exercised. */
  readonly missing: string;
}

/** First what is rendered where the argument is something, and then the other. A loop: none, several. */
export function textsOfBlock(
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
  // `{{^x}}` has in front what is shown otherwise.
  const [main, other] =
    node.program === undefined
      ? [`not ${opening}`, opening]
      : [opening, node.inverse === undefined ? `not ${opening}` : `{{else}} of ${opening}`];
  return [unit(main, "arm not taken"), unit(other, "arm not taken")];
}

/** The arm that was rendered; -1 where it is none that counts. */
export function placeOfArm({ name }: BlockHelper, turns: number): number {
  if (name !== "each") return turns > 0 ? 0 : 1;
  return turns === 1 ? -1 : Math.min(turns, 1);
}

type TellTurns = (turns: number, block: BlockParts, frame: Frame) => void;

/** How often the first half is rendered, the helper decides. */
export function countTurns(helper: BlockHelper, tell: TellTurns): BlockHelper {
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
