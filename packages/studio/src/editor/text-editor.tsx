// A textarea over a drawn layer of the same text: colors, the focused expression, and values behind the lines.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { LineValues } from "../model/messages.ts";
import { type Focus, highlightConfig } from "../view-model/highlight-config.ts";
import { inlineValue } from "../view-model/visible-text.ts";

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
}

export function TextEditor(props: TextEditorProps) {
  const { label, text, lines, focus, wrong, onChange, onCaret, areaRef } = props;
  const layer = useRef<HTMLPreElement>(null);
  const drawn = useMemo(() => highlightConfig(text, focus), [text, focus]);
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

  return (
    <div class="editor">
      <pre class="layer" ref={layer} aria-hidden="true">
        {drawn.map((pieces, index) => (
          <div class={wrong.has(index + 1) ? "line wrong" : "line"}>
            {pieces.length === 0 ? "\u200b" : undefined}
            {pieces.map(({ text, kind }) =>
              kind === undefined ? text : <span class={kind}>{text}</span>,
            )}
            {renderValues(values.get(index + 1), focus)}
          </div>
        ))}
      </pre>
      <textarea
        class="area"
        aria-label={label}
        ref={areaRef}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onScroll={follow}
        onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
      />
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
