// The config: the editor, its problems with their fixes, and the way to a first mapping.
import type { Problem } from "@hookwright/core";
import { useMemo, useState } from "preact/hooks";
import { selectRange } from "../editor/insert-text.ts";
import { TextEditor } from "../editor/text-editor.tsx";
import type { Format } from "../model/event-text.ts";
import type { LineValues } from "../model/messages.ts";
import type { Focus } from "../view-model/highlight-config.ts";
import { visibleText } from "../view-model/visible-text.ts";

interface ConfigPaneProps {
  readonly text: string;
  readonly format: Format;
  readonly problems: readonly Problem[];
  readonly lines: readonly LineValues[];
  readonly focus: Focus;
  readonly areaRef: { current: HTMLTextAreaElement | null };
  readonly onChange: (text: string) => void;
  readonly onFormat: (format: Format) => void;
  readonly onFocus: (focus: Focus) => void;
  readonly onFix: (start: number, end: number, text: string) => void;
  readonly onBegin: (instructions: string) => void;
}

export function ConfigPane(props: ConfigPaneProps) {
  const {
    text,
    format,
    problems,
    lines,
    focus,
    areaRef,
    onChange,
    onFormat,
    onFocus,
    onFix,
    onBegin,
  } = props;
  const wrong = useMemo(
    () =>
      new Set(
        problems.flatMap(({ severity, position }) =>
          severity === "error" && position ? [position.line] : [],
        ),
      ),
    [problems],
  );
  const caret = (offset: number): void => {
    const found = lines
      .flatMap(({ values }) => values)
      .find(({ start, end }) => start <= offset && offset <= end);
    onFocus(found === undefined ? undefined : [found.start, found.end]);
  };
  return (
    <section class="pane config" aria-labelledby="config-title" tabIndex={-1}>
      <h2 id="config-title">2. Your config says what it means</h2>
      <div class="row">
        <label>
          Format{" "}
          <select
            value={format}
            onChange={({ currentTarget }) => onFormat(currentTarget.value as Format)}
          >
            <option value="yaml">YAML</option>
            <option value="json5">JSON5</option>
          </select>
        </label>
        <Begin onBegin={onBegin} />
      </div>
      <TextEditor
        label="Config"
        text={text}
        lines={lines}
        focus={focus}
        wrong={wrong}
        onChange={onChange}
        onCaret={caret}
        areaRef={areaRef}
      />
      <ul class="problems" aria-label="Problems of the config">
        {problems.map((problem) => (
          <ProblemRow problem={problem} areaRef={areaRef} onFix={onFix} />
        ))}
      </ul>
    </section>
  );
}

/** "What shall the agent be told?": a first mapping for events like the one on the left. */
function Begin({ onBegin }: { readonly onBegin: (instructions: string) => void }) {
  const [told, setTold] = useState("");
  return (
    <details class="begin">
      <summary>New config for this event</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onBegin(told);
        }}
      >
        <label>
          What shall the agent be told?{" "}
          <input
            value={told}
            placeholder="Summarize the issue in one sentence."
            onInput={({ currentTarget }) => setTold(currentTarget.value)}
          />
        </label>
        <button type="submit">Write it</button>
      </form>
    </details>
  );
}

interface ProblemRowProps extends Pick<ConfigPaneProps, "areaRef" | "onFix"> {
  readonly problem: Problem;
}

function ProblemRow({ problem, areaRef, onFix }: ProblemRowProps) {
  const { severity, message, hint, range, fixes = [], code } = problem;
  return (
    <li class={severity}>
      <button
        type="button"
        class="where"
        disabled={range === undefined}
        onClick={() => {
          if (range !== undefined && areaRef.current !== null) {
            selectRange(areaRef.current, range.start.offset, range.end.offset);
          }
        }}
      >
        <strong>{severity}</strong>
        {range === undefined ? undefined : ` line ${range.start.line}`}: {visibleText(message)}
      </button>{" "}
      {hint === undefined ? undefined : <span>{visibleText(hint)} </span>}
      <a href={`../error-codes.html#${code}`}>{code}</a>
      {fixes.map(({ title, edits }) => (
        <button
          type="button"
          class="fix"
          onClick={() => {
            // From the end, so that earlier ranges stay where they are.
            const sorted = [...edits].sort(
              (one, other) => other.range.start.offset - one.range.start.offset,
            );
            for (const { range, text } of sorted) onFix(range.start.offset, range.end.offset, text);
          }}
        >
          Fix: {title}
        </button>
      ))}
    </li>
  );
}
