// A block that is rendered while somebody listens → its text; the trace learns which half was rendered.
import { describeOrigin } from "../origin/locate-origin.ts";
import type { Frame } from "./frame.ts";
import type { BlockHelper, BlockParts, HelperHash } from "./helper.ts";
import type { RenderedHalf, RenderTrace } from "./trace.ts";

export interface BlockCall {
  readonly helper: BlockHelper;
  readonly value: unknown;
  readonly hash: HelperHash;
  readonly block: BlockParts;
}

export function traceBlock(
  { helper, value, hash, block }: BlockCall,
  frame: Frame,
  open: Required<RenderTrace>["block"],
): string {
  const { expression, from, main } = block;
  const end = open({
    helper: helper.name,
    expression,
    value,
    ...describeOrigin(from, frame),
  });
  let turns = 0;
  const counting: BlockParts = {
    ...block,
    main: (inner) => {
      turns += 1;
      return main(inner);
    },
  };
  const text = helper.render(value, hash, counting, frame);
  end({ half: findHalf(block, turns > 0), turns });
  return text;
}

/** `{{^name}}` has in front what is shown otherwise. */
const INVERSE = /^\{\{~?\^/;

function findHalf(
  { expression, hasMain, hasOtherwise }: BlockParts,
  isMain: boolean,
): RenderedHalf["half"] {
  if (!(isMain ? hasMain : hasOtherwise)) return "none";
  return isMain === INVERSE.test(expression) ? "else" : "body";
}
