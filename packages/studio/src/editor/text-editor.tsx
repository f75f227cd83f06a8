// A textarea over a drawn layer of the same text: colors, the focused expression, and values behind the lines.
import type { ComponentChild } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { LineValues } from "../model/messages.ts";
import { type Focus, highlightConfig, type Piece } from "../view-model/highlight-config.ts";
import { inlineValue } from "../view-model/visible-text.ts";
import { type Complete, useCompletion } from "./completion.tsx";

interface TextEditorProps {
  readonly label: string;
  readonly text: string;
  readonly lines: readonly LineValues[];
  readonly focus: Focus;
  /** Lines with a problem, counted from 1. */
  readonly wrong: ReadonlySet<number>;
  readonly onChange: (text: string) => void;
  /** The position of the caret. */
  readonly onCaret: (offset: number) => void;
  readonly areaRef: { current: HTMLTextAreaElement | null };
  readonly complete: Complete;
}

export function TextEditor(props: TextEditorProps) {
  const { label, text, lines, focus, wrong, onChange, onCaret, areaRef } = props;
  const completion = useCompletion(areaRef, props.complete);
  const layer = useRef<HTMLPreElement>(null);
  const known = useRef(new Map<string, readonly Piece[]>());
  const drawn = useMemo(() => highlightConfig(text, focus, known.current), [text, focus]);
  const values = useMemo(() => new Map(lines.map((one) => [one.line, one.values])), [lines]);

  // A text from elsewhere, such as a recipe: what was typed is in the area already.
  useLayoutEffect(() => {
    const area = areaRef.current;
    if (area !== null && area.value !== text) area.value = text;
  }, [text]);

  const follow = (): void => {
    const [area, own] = [areaRef.current, layer.current];
    if (area === null || own === null) return;
    own.scrollTop = area.scrollTop;
    own.scrollLeft = area.scrollLeft;
  };

  // Preact leaves a node alone that is the same as before: a key changes one line of thousands.
  const before = useRef<readonly Row[]>([]);
  const now = drawn.map((pieces, index): Row => {
    const behind = values.get(index + 1);
    const look = `${wrong.has(index + 1)} ${JSON.stringify([behind?.map(({ texts }) => texts), behind && focus])}`;
    const old = before.current[index];
    if (old?.pieces === pieces && old.look === look) return old;
    return {
      pieces,
      look,
      node: renderLine(pieces, wrong.has(index + 1), renderValues(behind, focus)),
    };
  });
  before.current = now;
  const shown = useRef<readonly Block[]>([]);
  shown.current = blocksOf(now, shown.current);

  return (
    <div class="editor">
      <pre class="layer" ref={layer} aria-hidden="true">
        {shown.current.map(({ node }) => node)}
      </pre>
      <textarea
        class="area"
        aria-label={label}
        ref={areaRef}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        {...completion.attributes}
        onKeyDown={completion.onKeyDown}
        onBlur={completion.close}
        onMouseDown={completion.close}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value);
          completion.onInput();
        }}
        onScroll={follow}
        onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
      />
      {completion.list}
    </div>
  );
}

interface Row {
  readonly pieces: readonly Piece[];
  /** What else the line shows. */
  readonly look: string;
  readonly node: ComponentChild;
}

interface Block {
  readonly rows: readonly Row[];
  readonly node: ComponentChild;
}

const LINES_PER_BLOCK = 40;

/** Looking at each of 1,500 lines for a change would take longer than to draw the one that changed. */
function blocksOf(rows: readonly Row[], before: readonly Block[]): readonly Block[] {
  return Array.from({ length: Math.ceil(rows.length / LINES_PER_BLOCK) }, (_, index) => {
    const own = rows.slice(index * LINES_PER_BLOCK, (index + 1) * LINES_PER_BLOCK);
    const old = before[index];
    const isSame = old?.rows.length === own.length && old.rows.every((row, at) => row === own[at]);
    return isSame ? old : { rows: own, node: <div>{own.map(({ node }) => node)}</div> };
  });
}

function renderLine(pieces: readonly Piece[], isWrong: boolean, values: ComponentChild) {
  return (
    <div class={isWrong ? "line wrong" : "line"}>
      {pieces.length === 0 ? "\u200b" : undefined}
      {pieces.map(({ text, kind }) =>
        kind === undefined ? text : <span class={kind}>{text}</span>,
      )}
      {values}
    </div>
  );
}

function renderValues(values: LineValues["values"] | undefined, focus: Focus) {
  if (values === undefined) return undefined;
  return (
    <span class="values">
      {"  → "}
      {values.map(({ start, end, texts }, index) => {
        const isFocused = focus !== undefined && focus[0] === start && focus[1] === end;
        return (
          <>
            {index > 0 ? " · " : undefined}
            <span class={isFocused ? "focused" : undefined}>
              {texts.map(inlineValue).join(", ")}
            </span>
          </>
        );
      })}
    </span>
  );
}
