// Blocks as they are opened and closed → a report for each half of each block that was rendered.

import type { OpenedBlock, RenderedHalf } from "@hookwright/template/internal";
import type { BlockReport, EmptyReason, EventView } from "../base/index.ts";
import { seeOrigin } from "./read-origin.ts";

export interface BlockPlace {
  readonly field: string;
  readonly view: EventView;
  readonly reasons: readonly EmptyReason[];
}

export interface BlockCollector {
  readonly open: (opened: OpenedBlock, place: BlockPlace) => (rendered: RenderedHalf) => void;
  readonly report: () => readonly BlockReport[];
}

export function collectBlocks(): BlockCollector {
  /** By block and half. A block is there when it opens, and so before those inside of it. */
  const blocks = new Map<string, BlockReport | undefined>();
  return {
    open: (opened, { field, view, reasons }) => {
      const { helper, expression, value, reads, helpers } = opened;
      const { index } = view;
      const keyOf = (half: RenderedHalf["half"]) =>
        JSON.stringify([field, index, expression, half]);
      for (const half of HALVES) {
        const key = keyOf(half);
        if (!blocks.has(key)) blocks.set(key, undefined);
      }
      const seen = reads.map((path) => seeOrigin(path, view));
      return ({ half, turns }) => {
        const known = blocks.get(keyOf(half));
        const isLoop = helper === "each" || (helper === "section" && Array.isArray(value));
        const report: BlockReport = known ?? {
          field,
          ...(index !== undefined && { index }),
          expression,
          rendered: half,
          times: 0,
          ...(isLoop && { turns }),
          ...(value !== undefined && { value }),
          seen,
          helpers,
          ...(reasons.length > 0 && { reasons }),
        };
        blocks.set(keyOf(half), { ...report, times: report.times + 1 });
      };
    },
    report: () => [...blocks.values()].filter((report) => report !== undefined),
  };
}

const HALVES: readonly RenderedHalf["half"][] = ["body", "else", "none"];
