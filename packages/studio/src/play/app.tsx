// The playground: an event on the left, the config in the middle, the result on the right, all events below.
import type { IncludedText } from "@hookwright/config/text";
import type { HookEvent } from "@hookwright/core";
import type { ServedConfig } from "@hookwright/host/api";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { insertText, selectRange } from "../editor/insert-text.ts";
import type { createEnginePort, EnginePort } from "../engine/engine-port.ts";
import { atId } from "../model/at-id.ts";
import type { EventText, Format } from "../model/event-text.ts";
import { readEvent, writeEvent } from "../model/event-text.ts";
import type { Completion, LineValues, NamedEvent, Result, SentAnswer } from "../model/messages.ts";
import { readFragment, type Shared } from "../model/share.ts";
import type { BoxSpan } from "../view-model/message-boxes.ts";
import { findAuth, suggestMapping, type Wish } from "../view-model/suggest-mapping.ts";
import type { TestCase } from "../view-model/write-test-file.ts";
import { ConfigPane } from "./config-pane.tsx";
import { ConfigPicture } from "./config-picture.tsx";
import { CurlDialog } from "./curl-dialog.tsx";
import { docsHome } from "./docs-page.ts";
import { EventPane } from "./event-pane.tsx";
import { EventStrip } from "./event-strip.tsx";
import { LivePane, type LiveStart } from "./live-pane.tsx";
import { ResultPane } from "./result-pane.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { type Action, editedFilesOf, formatOf, openTextOf, reduce, type State } from "./state.ts";
import { type Author, type AuthorStart, useAuthor } from "./use-author.tsx";

/** What the build knows: sample events, and the configs of recipes in JSON5. */
export interface Samples {
  readonly events: Readonly<Record<string, HookEvent>>;
  readonly recipes: Readonly<Record<string, string>>;
}

interface AppProps {
  /** Absent for the files of an author. Their 600 kB load after the first answer, which would wait for them. */
  readonly loadSamples?: (() => Promise<Samples>) | undefined;
  readonly first: Omit<State, "focus" | "open" | "ran">;
  /** Only the three panes, for a page that has other content. */
  readonly isCompact?: boolean;
  /** For the files of an author. */
  readonly author?: AuthorStart | undefined;
  /** For requests to the server of this page. */
  readonly live?: LiveStart | undefined;
  readonly createPort: (show: (answer: SentAnswer) => void) => ReturnType<typeof createEnginePort>;
}

export function App({
  loadSamples,
  first,
  isCompact = false,
  author: start,
  live,
  createPort,
}: AppProps) {
  const [state, dispatch] = useReducer(reduce, first as State);
  const [dialog, setDialog] = useState<Shown>(undefined);
  const [revealed, setRevealed] = useState<{ readonly path: string } | undefined>(undefined);
  const [cases, setCases] = useState<readonly TestCase[]>([]);
  // A case that is kept twice is the newer one.
  const keep = (kept: TestCase): void =>
    setCases((before) => [...before.filter(({ name }) => name !== kept.name), kept]);
  const config = useRef<HTMLTextAreaElement | null>(null);
  const payload = useRef<HTMLTextAreaElement | null>(null);
  const port = useRef<EnginePort | undefined>(undefined);
  port.current ??= createPort((answer) => dispatch({ kind: "answer", answer }));

  const author = useAuthor(start, {
    state,
    editEvent: () => payload.current?.focus(),
    dispatch,
    port: () => port.current as EnginePort,
    onCasesSaved: () => setCases([]),
  });
  // For panes that are drawn less often than the state changes.
  const now = useRef({ state, author });
  now.current = { state, author };
  const [samples, setSamples] = useState<Samples | undefined>(undefined);
  const isAnswered = state.answer !== undefined;
  useEffect(() => {
    if (isAnswered) void loadSamples?.().then(setSamples);
  }, [isAnswered]);
  const named = useMemo(() => namedEvents(samples, author), [samples, author?.events]);
  const names = useMemo(() => (named ?? []).map(({ name }) => name), [named]);
  useQuestions(state, named, port.current);
  useKeys(() => setDialog((shown) => (shown === "keys" ? undefined : "keys")));

  const chooseSample = (name: string): void => {
    const event = named?.find((one) => one.name === name)?.event;
    if (event !== undefined) dispatch({ kind: "sample", name, event: writeEvent(event) });
  };
  const load = (text: string, format: Format): void => {
    dispatch({ kind: "load", config: text, format });
  };
  const { open, select, goToLine } = useEditorFiles(state, dispatch, config);
  const openPath = state.open ?? state.disk?.files[0]?.path;
  const show = (span: BoxSpan): void => {
    const { state } = now.current;
    const found = rangeOf(span, state);
    if (found !== undefined) {
      select(found.file, found.range);
      dispatch({ kind: "focus", focus: found.range });
    }
    const path = pathInPayload(span);
    if (path === undefined) return;
    if (payload.current === null) setRevealed({ path });
    else void selectInPayload(path, state, port.current as EnginePort, payload.current);
  };
  const begin = (wish: Omit<Wish, "auth">): void => {
    const read = readEvent(state.event);
    if (!read.ok) return;
    const auth = findAuth(Object.values(samples?.recipes ?? {}), read.event.path);
    load(suggestMapping(read.event, { ...wish, auth }), "yaml");
  };
  const loadRecipe = (name: string): void => {
    const recipe = samples?.recipes[name];
    if (recipe !== undefined) load(recipe, "json5");
    const sample = names.find((one) => one.startsWith(`${name}/`));
    if (sample !== undefined) chooseSample(sample);
  };
  /** The config of the server as this page got it: what somebody typed since stays. */
  const served = useRef(first.config);
  const openLive = (event: EventText, config: ServedConfig | undefined): void => {
    const typed = now.current.state.config;
    if (config !== undefined && config.text !== typed) {
      if (typed === served.current) load(config.text, config.format);
      served.current = config.text;
    }
    dispatch({ kind: "sample", event });
  };
  const { answer, result } = state;
  const lines = useMemo(() => linesOf(state), [state.result, state.open]);
  const isStale = answer !== undefined && answer.result === undefined;

  const isAuthor = author !== undefined;
  const isEdited = editedFilesOf(state).some(({ isChanged }) => isChanged);
  const transforms = author?.transforms;
  // A key changes the text of the config alone: what does not show it is drawn when it changes.
  const livePane = useMemo(
    () =>
      live === undefined ? undefined : (
        <LivePane
          start={live}
          event={state.event}
          onOpen={openLive}
          hook={result?.hook}
          files={state.disk}
          isEdited={isEdited}
          onSave={author && ((event) => now.current.author?.saveLive(event))}
        />
      ),
    [live, state.event, result?.hook, state.disk, isEdited, isAuthor],
  );
  const eventPane = useMemo(
    () => (
      <EventPane
        event={state.event}
        sample={state.sample}
        samples={names}
        problem={answer?.eventProblem}
        onChange={(change) => dispatch({ kind: "event", change })}
        onSample={chooseSample}
        onPaste={(event: EventText) => dispatch({ kind: "sample", event })}
        payloadRef={payload}
        revealed={revealed}
        onCurl={result === undefined ? undefined : () => setDialog("curl")}
        onSave={author && (() => now.current.author?.saveEvent())}
      />
    ),
    [
      state.event,
      state.sample,
      revealed,
      named,
      answer?.eventProblem,
      result === undefined,
      isAuthor,
    ],
  );
  const resultPane = useMemo(
    () => (
      <ResultPane
        result={result}
        isStale={isStale}
        cases={cases}
        onLoad={({ event }) => dispatch({ kind: "sample", event: writeEvent(event) })}
        onKeep={keep}
        onKeepThis={() => {
          const kept = caseOf(now.current.state, now.current.author);
          if (kept !== undefined) keep(kept);
        }}
        focused={(span) => isFocused(span, state)}
        onSpan={show}
        testFile={state.disk?.testFile ?? "hooks.test.yaml"}
        onSaveCases={author && (() => now.current.author?.saveCases(cases))}
        transforms={transforms}
      />
    ),
    [result, isStale, cases, state.focus, state.open, isAuthor, transforms, state.disk?.testFile],
  );
  const below = useMemo(
    () =>
      result === undefined || isCompact || !hasStrip(result, named) ? undefined : (
        <div class="below">
          <EventStrip
            rows={result.strip}
            current={state.sample}
            onChoose={chooseSample}
            onBaseline={() => {
              port.current?.setBaseline();
              dispatch({ kind: "event", change: {} });
            }}
          />
          <ConfigPicture
            mappings={result.mappings}
            rows={result.strip}
            onMapping={goToLine}
            onEvent={chooseSample}
          />
        </div>
      ),
    [result?.strip, result?.mappings, named, state.sample, isCompact],
  );

  return (
    <>
      {isCompact ? undefined : (
        <Header
          recipes={samples === undefined ? [] : Object.keys(samples.recipes)}
          onRecipe={loadRecipe}
          onShare={author === undefined ? () => setDialog("share") : undefined}
          onHelp={() => setDialog("keys")}
        />
      )}
      <p class="notice" role="status" aria-live="polite">
        {state.notice ?? ""}
      </p>
      {livePane}
      <Panes isMain={!isCompact}>
        {eventPane}
        <ConfigPane
          text={openTextOf(state)}
          format={state.format}
          files={editedFilesOf(state)}
          openPath={openPath}
          onOpen={open}
          onSave={() => author?.saveOpen()}
          problems={answer?.problems ?? []}
          lines={isStale ? [] : lines}
          focus={state.focus}
          areaRef={config}
          complete={(text, caret) => completeOpen(text, caret, state, port.current)}
          onChange={(text) => dispatch({ kind: "config", text })}
          onFormat={(format) => dispatch({ kind: "load", config: state.config, format })}
          onFocus={(focus) => dispatch({ kind: "focus", focus })}
          onFix={(start, end, text) =>
            config.current !== null && insertText(config.current, start, end, text)
          }
          onBegin={begin}
        />
        {resultPane}
      </Panes>
      {below}
      {author?.dialog}
      <Dialog
        shown={dialog}
        state={state}
        server={author?.hooksUrl}
        port={port.current}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

/** Undefined until the samples are loaded. */
function namedEvents(
  samples: Samples | undefined,
  author: Author | undefined,
): readonly NamedEvent[] | undefined {
  if (author !== undefined) return author.events.events;
  if (samples === undefined) return undefined;
  return Object.entries(samples.events).map(([name, event]) => ({ name, event }));
}

/** The first results have no strip: what would be below moves nothing when it comes. */
function hasStrip({ strip }: Result, named: readonly NamedEvent[] | undefined): boolean {
  return strip.length > 0 || named?.length === 0;
}

/** The event of the page and what it becomes now. */
function caseOf(
  { event, sample, result }: State,
  author: Author | undefined,
): TestCase | undefined {
  const read = readEvent(event);
  if (!read.ok || result === undefined) return undefined;
  const name = sample ?? `${read.event.path} event`;
  return { name, event: read.event, row: result.row, ...fileOf(sample, author) };
}

/** The file of a sample that nobody changed. */
function fileOf(
  sample: string | undefined,
  author: Author | undefined,
): { readonly file?: string } {
  const file = author?.events.events.find(({ name }) => name === sample)?.path;
  return file === undefined ? {} : { file };
}

interface HeaderProps {
  /** Names; none for the files of an author, which a recipe would replace. */
  readonly recipes: readonly string[];
  readonly onRecipe: (name: string) => void;
  /** Absent for the files of an author: others do not reach this page. */
  readonly onShare: (() => void) | undefined;
  readonly onHelp: () => void;
}

function Header({ recipes, onRecipe, onShare, onHelp }: HeaderProps) {
  return (
    <header class="bar">
      <h1>
        <a href={docsHome()}>Hookwright</a> playground
      </h1>
      {recipes.length === 0 ? undefined : (
        <select
          aria-label="Load a recipe"
          value=""
          onChange={({ currentTarget }) => {
            onRecipe(currentTarget.value);
            currentTarget.value = "";
          }}
        >
          <option value="">Load a recipe…</option>
          {recipes.map((name) => (
            <option value={name}>{name}</option>
          ))}
        </select>
      )}
      {onShare === undefined ? undefined : (
        <button type="button" onClick={onShare}>
          Share
        </button>
      )}
      <button type="button" onClick={onHelp} aria-label="Keys">
        ?
      </button>
    </header>
  );
}

/** Those of the file in the editor. */
function linesOf({ result, open }: State): readonly LineValues[] {
  return (result?.lines ?? []).filter(({ file }) => file === open);
}

/** Asks the worker after each change, and not for a result that the page has before its samples. */
function useQuestions(
  state: State,
  named: readonly NamedEvent[] | undefined,
  port: EnginePort,
): void {
  const sent = useRef<readonly NamedEvent[] | undefined>(undefined);
  const includes = useMemo(() => includesOf(state), [state.others]);
  useLayoutEffect(() => {
    const { config, format, event, result } = state;
    if (named === undefined && result !== undefined) return;
    const fresh = named !== undefined && sent.current !== named && { samples: named };
    port.ask({ config, format, includes, event, ...fresh });
    sent.current = named;
  }, [state.config, state.format, state.event, includes, named]);
}

/** The editor has one file at a time: what is elsewhere is opened first. */
function useEditorFiles(
  state: State,
  dispatch: (action: Action) => void,
  area: { readonly current: HTMLTextAreaElement | null },
) {
  const now = useRef(state);
  now.current = state;
  const pending = useRef<readonly [number, number] | undefined>(undefined);
  useLayoutEffect(() => {
    const range = pending.current;
    pending.current = undefined;
    if (range !== undefined && area.current !== null) selectRange(area.current, ...range);
  }, [state.open]);
  const open = (path: string): void => dispatch({ kind: "open", path });
  /** `file` is an included one; undefined is the config. */
  const select = (file: string | undefined, range: readonly [number, number]): void => {
    const { open: opened, disk } = now.current;
    if (file !== opened && disk !== undefined) {
      pending.current = range;
      open(file ?? disk.files[0]?.path ?? "");
    } else if (area.current !== null) selectRange(area.current, ...range);
  };
  const goToLine = (line: number, file: string | undefined): void => {
    const text = openTextOf({ ...now.current, open: file ?? "" });
    const before = text.split("\n").slice(0, line - 1);
    const start = before.join("\n").length + (line > 1 ? 1 : 0);
    const end = text.indexOf("\n", start);
    select(file, [start, end < 0 ? text.length : end]);
  };
  return { open, select, goToLine };
}

type Shown = "share" | "curl" | "keys" | undefined;

interface DialogProps {
  readonly shown: Shown;
  readonly state: State;
  readonly server: string | undefined;
  readonly port: EnginePort;
  readonly onClose: () => void;
}

function Dialog({ shown, state, server, port, onClose }: DialogProps) {
  switch (shown) {
    case "share":
      return <ShareDialog shared={sharedOf(state)} redact={port.redact} onClose={onClose} />;
    case "curl":
      return state.result === undefined ? null : (
        <CurlDialog
          event={state.event}
          hook={state.result.hook}
          server={server}
          onClose={onClose}
        />
      );
    case "keys":
      return <Help onClose={onClose} />;
    default:
      return null;
  }
}

/** A page has one `main`. */
function Panes({
  isMain,
  children,
}: {
  readonly isMain: boolean;
  readonly children: ComponentChildren;
}) {
  return isMain ? <main class="panes">{children}</main> : <div class="panes">{children}</div>;
}

/** Files that the config includes; those of `tests` are not part of it. */
function includesOf({ others = [] }: State): readonly IncludedText[] {
  return others
    .filter(({ kind }) => kind === "include")
    .map(({ path, text }) => ({ filename: path, text }));
}

function sharedOf({ config, format, event }: State): Shared {
  return { v: 1, config, format, event };
}

/** Test files have keys of their own, which are not those of a config. */
async function completeOpen(
  text: string,
  caret: number,
  state: State,
  port: EnginePort | undefined,
): Promise<Completion | undefined> {
  const kind = state.others?.find(({ path }) => path === state.open)?.kind;
  if (kind === "test") return undefined;
  const format = state.open === undefined ? state.format : formatOf(state.open);
  const { payload } = state.event;
  return port?.complete({ text, caret, format, isIncluded: kind === "include", payload });
}

/** The range of a span's expression in the config, as it is drawn behind its line. */
function rangeOf(
  { at }: BoxSpan,
  { result }: State,
): { readonly file: string | undefined; readonly range: readonly [number, number] } | undefined {
  if (at === undefined) return undefined;
  const id = atId(at);
  for (const { values, file } of result?.lines ?? []) {
    const found = values.find((value) => value.id === id);
    if (found !== undefined) return { file, range: [found.start, found.end] };
  }
  return undefined;
}

function isFocused(span: BoxSpan, state: State): boolean {
  const { focus } = state;
  if (focus === undefined) return false;
  const found = rangeOf(span, state);
  if (found === undefined || found.file !== state.open) return false;
  const { range } = found;
  return range[0] <= focus[0] && focus[1] <= range[1];
}

function pathInPayload({ paths }: BoxSpan): string | undefined {
  return paths.find((one) => one.startsWith("payload."))?.slice("payload.".length);
}

async function selectInPayload(
  path: string,
  { event }: State,
  port: EnginePort,
  area: HTMLTextAreaElement,
): Promise<void> {
  const range = await port.locate({ payload: event.payload, path });
  if (range === undefined) return;
  const isElsewhere = document.activeElement;
  selectRange(area, range[0], range[1]);
  if (isElsewhere instanceof HTMLElement) isElsewhere.focus();
}

/** `F6` walks the panes, `?` shows the keys. */
function useKeys(toggleHelp: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isTyping = /^(?:input|textarea|select)$/i.test(document.activeElement?.tagName ?? "");
      if (event.key === "?" && !isTyping) {
        event.preventDefault();
        toggleHelp();
      }
      if (event.key !== "F6") return;
      event.preventDefault();
      const panes = [...document.querySelectorAll<HTMLElement>(".pane")];
      const now = panes.findIndex((pane) => pane.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      panes[(now + step + panes.length) % panes.length]?.focus();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function Help({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        <dt>F6</dt>
        <dd>go to the next pane; with Shift to the one before</dd>
        <dt>Tab</dt>
        <dd>leaves a text, as everywhere</dd>
        <dt>Ctrl+Space or Alt+/</dt>
        <dd>
          lists the keys that may stand at the caret of the config, and inside of {"{{ }}"} fields
          of the event and helpers: arrows choose, Enter takes, Escape leaves
        </dd>
        <dt>Ctrl+Z</dt>
        <dd>takes back what was typed, and what a fix changed</dd>
        <dt>?</dt>
        <dd>shows these keys</dd>
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

/** What a link says, else the first event and config. */
export async function firstState(
  fragment: string,
  fallback: AppProps["first"],
): Promise<AppProps["first"]> {
  if (!fragment.startsWith("#s=")) return fallback;
  const shared = await readFragment(fragment);
  if (shared === undefined) {
    return {
      ...fallback,
      notice: "The link is broken or too long, so this is the example instead.",
    };
  }
  const { config, format, event } = shared;
  return { config, format, event, notice: "Opened from a link." };
}
