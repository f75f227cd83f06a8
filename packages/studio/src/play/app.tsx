// The playground: an event on the left, the config in the middle, the result on the right, all events below.
import type { HookEvent } from "@hookwright/core";
import type { ServedConfig } from "@hookwright/host/api";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { insertText, selectRange } from "../editor/insert-text.ts";
import type { createEnginePort, EnginePort } from "../engine/engine-port.ts";
import { atId } from "../model/at-id.ts";
import type { EventText, Format } from "../model/event-text.ts";
import { readEvent, writeEvent } from "../model/event-text.ts";
import type { Answer, NamedEvent } from "../model/messages.ts";
import { readFragment, type Shared } from "../model/share.ts";
import type { BoxSpan } from "../view-model/message-boxes.ts";
import { suggestMapping } from "../view-model/suggest-mapping.ts";
import type { TestCase } from "../view-model/write-test-file.ts";
import { ConfigPane } from "./config-pane.tsx";
import { ConfigPicture } from "./config-picture.tsx";
import { EventPane } from "./event-pane.tsx";
import { EventStrip } from "./event-strip.tsx";
import { LivePane, type LiveStart } from "./live-pane.tsx";
import { ResultPane } from "./result-pane.tsx";

import { ShareDialog } from "./share-dialog.tsx";
import { reduce, type State } from "./state.ts";

/** What the build knows: sample events, and the configs of recipes in JSON5. */
export interface Samples {
  readonly events: Readonly<Record<string, HookEvent>>;
  readonly recipes: Readonly<Record<string, string>>;
}

interface AppProps {
  readonly samples: Samples;
  readonly first: Pick<State, "config" | "format" | "event" | "sample" | "notice">;
  /** Only the three panes, for a page that has other content. */
  readonly isCompact?: boolean;
  /** For requests to the server of this page. */
  readonly live?: LiveStart | undefined;
  readonly createPort: (show: (answer: Answer) => void) => ReturnType<typeof createEnginePort>;
}

/** A key press shows its letter first, and the result when typing pauses this long. */
const PAUSE_MS = 30;

export function App({ samples, first, isCompact = false, live, createPort }: AppProps) {
  const [state, dispatch] = useReducer(reduce, first as State);
  const [isSharing, setSharing] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const [cases, setCases] = useState<readonly TestCase[]>([]);
  // A case that is kept twice is the newer one.
  const keep = (kept: TestCase): void =>
    setCases((before) => [...before.filter(({ name }) => name !== kept.name), kept]);
  const config = useRef<HTMLTextAreaElement | null>(null);
  const payload = useRef<HTMLTextAreaElement | null>(null);
  const port = useRef<EnginePort | undefined>(undefined);
  port.current ??= createPort((answer) => dispatch({ kind: "answer", answer }));

  const named = useMemo(
    () => Object.entries(samples.events).map(([name, event]): NamedEvent => ({ name, event })),
    [samples],
  );
  const names = useMemo(() => named.map(({ name }) => name), [named]);
  const hasSamples = useRef(false);

  useEffect(() => {
    const { config, format, event } = state;
    const timer = setTimeout(() => {
      port.current?.ask({ config, format, event, ...(!hasSamples.current && { samples: named }) });
      hasSamples.current = true;
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state.config, state.format, state.event]);

  useKeys(() => setHelp((isShown) => !isShown));

  const chooseSample = (name: string): void => {
    const event = samples.events[name];
    if (event !== undefined) dispatch({ kind: "sample", name, event: writeEvent(event) });
  };
  const load = (text: string, format: Format): void => {
    dispatch({ kind: "load", config: text, format });
  };
  const goToLine = (line: number): void => {
    const area = config.current;
    if (area === null) return;
    const start =
      area.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = area.value.indexOf("\n", start);
    selectRange(area, start, end < 0 ? area.value.length : end);
  };
  const show = (span: BoxSpan): void => {
    const range = rangeOf(span, state);
    if (range !== undefined && config.current !== null) {
      dispatch({ kind: "focus", focus: range });
      selectRange(config.current, range[0], range[1]);
    }
    void showInPayload(span, state, port.current, payload.current);
  };
  const begin = (instructions: string): void => {
    const read = readEvent(state.event);
    if (read.ok) load(suggestMapping(read.event, instructions), "yaml");
  };
  /** The config of the server as this page got it: what somebody typed since stays. */
  const served = useRef(first.config);
  const openLive = (event: EventText, config: ServedConfig | undefined): void => {
    if (config !== undefined && config.text !== state.config) {
      if (state.config === served.current) load(config.text, config.format);
      served.current = config.text;
    }
    dispatch({ kind: "sample", event });
  };
  const { answer, result } = state;
  const isStale = answer !== undefined && answer.result === undefined;

  // A key changes the text of the config alone: what does not show it is drawn when it changes.
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
      />
    ),
    [state.event, state.sample, samples, answer?.eventProblem],
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
          const read = readEvent(state.event);
          if (read.ok && result !== undefined) {
            keep({
              name: state.sample ?? `${read.event.path} event`,
              event: read.event,
              row: result.row,
            });
          }
        }}
        focused={(span) => isFocused(span, state)}
        onSpan={show}
      />
    ),
    [result, isStale, cases, state.focus, state.event, state.sample],
  );
  const below = useMemo(
    () =>
      result === undefined || isCompact ? undefined : (
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
    [result?.strip, result?.mappings, state.sample, isCompact],
  );

  return (
    <>
      {isCompact ? undefined : (
        <header class="bar">
          <h1>
            <a href="../index.html">Hookwright</a> playground
          </h1>
          <select
            aria-label="Load a recipe"
            value=""
            onChange={({ currentTarget }) => {
              const recipe = samples.recipes[currentTarget.value];
              if (recipe !== undefined) load(recipe, "json5");
              const sample = names.find((name) => name.startsWith(`${currentTarget.value}/`));
              if (sample !== undefined) chooseSample(sample);
              currentTarget.value = "";
            }}
          >
            <option value="">Load a recipe…</option>
            {Object.keys(samples.recipes).map((name) => (
              <option value={name}>{name}</option>
            ))}
          </select>
          <button type="button" onClick={() => setSharing(true)}>
            Share
          </button>
          <button type="button" onClick={() => setHelp(true)} aria-label="Keys">
            ?
          </button>
        </header>
      )}
      <p class="notice" role="status" aria-live="polite">
        {state.notice ?? ""}
      </p>
      {live === undefined ? undefined : (
        <LivePane start={live} event={state.event} onOpen={openLive} hook={result?.hook} />
      )}
      <Panes isMain={!isCompact}>
        {eventPane}
        <ConfigPane
          text={state.config}
          format={state.format}
          problems={answer?.problems ?? []}
          lines={isStale ? [] : (result?.lines ?? [])}
          focus={state.focus}
          areaRef={config}
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
      {isSharing ? (
        <ShareDialog
          shared={sharedOf(state)}
          redact={(shared) => (port.current as EnginePort).redact(shared)}
          onClose={() => setSharing(false)}
        />
      ) : undefined}
      {isHelp ? <Help onClose={() => setHelp(false)} /> : undefined}
    </>
  );
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

function sharedOf({ config, format, event }: State): Shared {
  return { v: 1, config, format, event };
}

/** The range of a span's expression in the config, as it is drawn behind its line. */
function rangeOf({ at }: BoxSpan, { result }: State): readonly [number, number] | undefined {
  if (at === undefined) return undefined;
  const id = atId(at);
  for (const { values } of result?.lines ?? []) {
    const found = values.find((value) => value.id === id);
    if (found !== undefined) return [found.start, found.end];
  }
  return undefined;
}

function isFocused(span: BoxSpan, state: State): boolean {
  const { focus } = state;
  if (focus === undefined) return false;
  const range = rangeOf(span, state);
  return range !== undefined && range[0] <= focus[0] && focus[1] <= range[1];
}

async function showInPayload(
  { paths }: BoxSpan,
  { event }: State,
  port: EnginePort | undefined,
  area: HTMLTextAreaElement | null,
): Promise<void> {
  const path = paths.find((one) => one.startsWith("payload."))?.slice("payload.".length);
  if (path === undefined || port === undefined || area === null) return;
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
