// The config: the editor, its problems with their fixes, and the way to a first mapping.
import type { Problem } from "@hookwright/core";
import { useMemo, useState } from "preact/hooks";
import type { Complete } from "../editor/completion.tsx";
import { selectRange } from "../editor/insert-text.ts";
import { TextEditor } from "../editor/text-editor.tsx";
import type { Format } from "../model/event-text.ts";
import type { LineValues } from "../model/messages.ts";
import type { Focus } from "../view-model/highlight-config.ts";
import type { Wish } from "../view-model/suggest-mapping.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { docsPage } from "./docs-page.ts";
import { saveFile } from "./save-file.ts";
import type { editedFilesOf } from "./state.ts";

interface ConfigPaneProps {
  readonly text: string;
  readonly format: Format;
  readonly problems: readonly Problem[];
  readonly lines: readonly LineValues[];
  readonly focus: Focus;
  readonly areaRef: { current: HTMLTextAreaElement | null };
  readonly complete: Complete;
  readonly onChange: (text: string) => void;
  readonly onFormat: (format: Format) => void;
  readonly onFocus: (focus: Focus) => void;
  readonly onFix: (start: number, end: number, text: string) => void;
  readonly onBegin: (wish: Omit<Wish, "auth">) => void;
  /** The author's files that can be edited; empty on a page without a server. */
  readonly files: ReturnType<typeof editedFilesOf>;
  /** The path of the file in the editor. */
  readonly openPath: string | undefined;
  readonly onOpen: (path: string) => void;
  readonly onSave: () => void;
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
  const { files, openPath, onOpen, onSave } = props;
  const mainPath = files[0]?.path ?? "";
  const isElsewhere = ({ file }: Problem): boolean =>
    openPath !== undefined && (file ?? mainPath) !== openPath;
  const wrong = useMemo(
    () =>
      new Set(
        problems.flatMap((problem) => {
          const { severity, position } = problem;
          return severity === "error" && position && !isElsewhere(problem) ? [position.line] : [];
        }),
      ),
    [problems, openPath],
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
        {files.length === 0 ? (
          <>
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
            <button type="button" onClick={() => saveFile(`hooks.${format}`, text)}>
              Download
            </button>
            <Begin onBegin={onBegin} />
          </>
        ) : (
          <FilePicker files={files} openPath={openPath} onOpen={onOpen} onSave={onSave} />
        )}
      </div>
      <TextEditor
        key={openPath}
        label="Config"
        text={text}
        lines={lines}
        focus={focus}
        wrong={wrong}
        onChange={onChange}
        onCaret={caret}
        areaRef={areaRef}
        complete={props.complete}
      />
      <ul class="problems" aria-label="Problems of the config">
        {problems.map((problem) => (
          <ProblemRow
            problem={problem}
            areaRef={areaRef}
            onFix={onFix}
            onOpen={isElsewhere(problem) ? () => onOpen(problem.file ?? mainPath) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

interface FilePickerProps
  extends Pick<ConfigPaneProps, "files" | "openPath" | "onOpen" | "onSave"> {}

function FilePicker({ files, openPath, onOpen, onSave }: FilePickerProps) {
  const isChanged = files.some((one) => one.path === openPath && one.isChanged);
  return (
    <>
      <label>
        File{" "}
        <select value={openPath} onChange={({ currentTarget }) => onOpen(currentTarget.value)}>
          {files.map(({ path, isChanged }) => (
            <option value={path}>{isChanged ? `${path} (not saved)` : path}</option>
          ))}
        </select>
      </label>
      <button type="button" disabled={!isChanged} onClick={onSave}>
        Save…
      </button>
    </>
  );
}

/** "What shall the agent be told?": a first mapping for events like the one on the left. */
function Begin({ onBegin }: Pick<ConfigPaneProps, "onBegin">) {
  const [told, setTold] = useState("");
  const [action, setAction] = useState<Wish["action"]>("agent");
  return (
    <details class="begin">
      <summary>New config for this event</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onBegin({ action, instructions: told });
        }}
      >
        <label>
          Each such event{" "}
          <select
            value={action}
            onChange={({ currentTarget }) => setAction(currentTarget.value as Wish["action"])}
          >
            <option value="agent">starts a run of its own</option>
            <option value="wake">wakes the main session</option>
          </select>
        </label>
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
  /** The problem is in another file than that in the editor. */
  readonly onOpen: (() => void) | undefined;
}

function ProblemRow({ problem, areaRef, onFix, onOpen }: ProblemRowProps) {
  const { severity, message, hint, range, fixes = [], code, file } = problem;
  return (
    <li class={severity}>
      <button
        type="button"
        class="where"
        disabled={range === undefined && onOpen === undefined}
        onClick={() => {
          if (onOpen !== undefined) onOpen();
          else if (range !== undefined && areaRef.current !== null) {
            selectRange(areaRef.current, range.start.offset, range.end.offset);
          }
        }}
      >
        <strong>{severity}</strong>
        {file === undefined ? undefined : ` ${file}`}
        {range === undefined ? undefined : ` line ${range.start.line}`}: {visibleText(message)}
      </button>{" "}
      {hint === undefined ? undefined : <span>{visibleText(hint)} </span>}
      <a href={docsPage(`error-codes#${code}`)}>{code}</a>
      {(onOpen === undefined ? fixes : []).map(({ title, edits }) => (
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
