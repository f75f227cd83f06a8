// A block that is rendered while somebody listens → its text; the trace learns which half was rendered.
import { describeOrigin } from "../origin/locate-origin.ts";
import type { Frame } from "./frame.ts";
import type { RenderedHalf, RenderTrace } from "./trace.ts";
import type { BlockHelper, BlockParts, HelperHash } from "./helper.ts";

export interface BlockCall {
  readonly helper: BlockHelper;
  readonly args: readonly unknown[];
  readonly hash: HelperHash;
  readonly block: BlockParts;
}

export function traceBlock(
  { helper, args, hash, block }: BlockCall,
  frame: Frame,
  open: Required<RenderTrace>["block"],
): string {
  // The text between `{{{{raw}}}}` is the same for every event.
  if (args.length === 0) return helper.render(args, hash, block, frame);
  const { expression, from, main } = block;
  const end = open({
    helper: helper.name,
    expression,
    value: args[0],
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
  const text = helper.render(args, hash, counting, frame);
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
