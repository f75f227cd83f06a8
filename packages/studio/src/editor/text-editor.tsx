// A textarea over a drawn layer of the same text: colors, the focused expression, and values behind the lines.
import type { ComponentChild } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LineValues } from "../model/messages.ts";
import { type Focus, highlightConfig, type Piece } from "../view-model/highlight-config.ts";
import { inlineValue } from "../view-model/visible-text.ts";
import { type Complete, useCompletion } from "./completion.tsx";
import { drawInFrame } from "./draw-in-frame.ts";

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
  const layer = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(0);
  const first = Math.max(0, step - 1) * LINES_PER_STEP;
  const values = useMemo(() => new Map(lines.map((one) => [one.line, one.values])), [lines]);

  /** The layer does not scroll: it has a part of the lines only, and may be narrower than the text. */
  const lineHeight = useRef(0);
  const follow = (): void => {
    const [area, own] = [areaRef.current, layer.current];
    if (area === null || own === null) return;
    // Browsers round the height of a line, so that only drawn lines tell it.
    const drawn = own.childElementCount;
    if (drawn > 0) lineHeight.current = own.getBoundingClientRect().height / drawn;
    const { scrollLeft, scrollTop } = area;
    own.style.transform = `translate(${-scrollLeft}px, ${first * lineHeight.current - scrollTop}px)`;
    setStep(Math.floor(scrollTop / lineHeight.current / LINES_PER_STEP));
  };
  useLayoutEffect(follow, [first]);

  const typed = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const area = areaRef.current;
    // What was typed is in the area already: this is a text from elsewhere, such as a recipe.
    if (area === null || text === typed.current || area.value === text) return;
    area.value = text;
    follow();
  }, [text]);

  // Preact leaves a node alone that is the same as before: most keys change one line.
  const before = useRef<readonly Row[]>([]);
  before.current = highlightConfig(text, focus, { first, count: LINES_DRAWN }).map(
    (pieces, index): Row => {
      const line = first + index + 1;
      const behind = values.get(line)?.map(({ start, end, texts }) => ({
        text: texts.map(inlineValue).join(", "),
        isFocused: focus?.[0] === start && focus[1] === end,
      }));
      const isWrong = wrong.has(line);
      const look = JSON.stringify([pieces, behind, isWrong]);
      const old = before.current[index];
      return old?.look === look ? old : { look, node: renderLine(pieces, isWrong, behind) };
    },
  );

  return (
    <div class="editor">
      <pre class="layer" aria-hidden="true">
        <div ref={layer}>{before.current.map(({ node }) => node)}</div>
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
          const { value } = currentTarget;
          typed.current = value;
          drawInFrame(() => onChange(value));
          completion.onInput();
        }}
        onScroll={follow}
        onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
      />
      {completion.list}
    </div>
  );
}

/** The lines that are drawn change when this many were scrolled past. */
const LINES_PER_STEP = 40;

/** A step above those in view, and more below than any pane shows: styles/play.css limits its height. */
const LINES_DRAWN = 4 * LINES_PER_STEP;

interface Row {
  /** Everything that decides what the line shows. */
  readonly look: string;
  readonly node: ComponentChild;
}

/** The values of an expression, behind its line. */
interface Behind {
  readonly text: string;
  readonly isFocused: boolean;
}

function renderLine(
  pieces: readonly Piece[],
  isWrong: boolean,
  behind: readonly Behind[] | undefined,
) {
  return (
    <div class={isWrong ? "line wrong" : "line"}>
      {pieces.length === 0 ? "\u200b" : undefined}
      {pieces.map(({ text, kind }) =>
        kind === undefined ? text : <span class={kind}>{text}</span>,
      )}
      {behind === undefined ? undefined : (
        <span class="values">
          {"  → "}
          {behind.map(({ text, isFocused }, index) => (
            <>
              {index > 0 ? " · " : undefined}
              <span class={isFocused ? "focused" : undefined}>{text}</span>
            </>
          ))}
        </span>
      )}
    </div>
  );
}
