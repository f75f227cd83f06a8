// The event: a sample, a pasted request, or what somebody types.
import { useMemo, useState } from "preact/hooks";
import type { EventText } from "../model/event-text.ts";
import { parseRequest } from "../model/parse-request.ts";
import { isLong, PayloadTree } from "./payload-tree.tsx";

interface EventPaneProps {
  readonly event: EventText;
  readonly sample: string | undefined;
  /** Names of samples: `github/push`. */
  readonly samples: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<EventText>) => void;
  readonly onSample: (name: string) => void;
  readonly onPaste: (event: EventText) => void;
  /** A field to show, as a path of the payload, while it is a tree. */
  readonly revealed: { readonly path: string } | undefined;
  readonly payloadRef: { current: HTMLTextAreaElement | null };
  /** Absent until the hook of the event is known. */
  readonly onCurl?: (() => void) | undefined;
  /** Absent on a page without a server. */
  readonly onSave?: (() => void) | undefined;
}

const MAX_PASTED_CHARACTERS = 50_000;

export function EventPane(props: EventPaneProps) {
  const { event, sample, samples, problem, onChange, onSample, onPaste, payloadRef } = props;
  const { revealed, onCurl, onSave } = props;
  const [pasted, setPasted] = useState<string | undefined>(undefined);
  const providers = [...new Set(samples.map((name) => name.split("/")[0] ?? ""))];
  const paste = (area: HTMLTextAreaElement): void => {
    const text = area.value;
    if (text.trim() === "") return;
    const result = parseRequest(text, event.path);
    setPasted(result.ok ? undefined : result.message);
    if (!result.ok) return;
    // The browser takes seconds for such a line at each change of the page.
    if (text.length > MAX_PASTED_CHARACTERS) area.value = "";
    onPaste(result.event);
  };
  return (
    <section class="pane event" aria-labelledby="event-title" tabIndex={-1}>
      <h2 id="event-title">1. An event comes in</h2>
      <div class="row">
        <label>
          Sample{" "}
          <select
            value={sample ?? ""}
            onChange={({ currentTarget }) =>
              currentTarget.value !== "" && onSample(currentTarget.value)
            }
          >
            <option value="">Your own</option>
            {providers.map((provider) => (
              <optgroup label={provider}>
                {samples
                  .filter((name) => name.startsWith(`${provider}/`))
                  .map((name) => (
                    <option value={name}>{name.slice(provider.length + 1)}</option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
      </div>
      <details class="paste">
        <summary>Paste a request</summary>
        <textarea
          aria-label="A curl command, a raw request, an event file or a payload"
          placeholder="curl … · POST /hooks/github … · an event file · a payload"
          rows={4}
          onInput={({ currentTarget }) => paste(currentTarget)}
        />
        {pasted === undefined ? undefined : (
          <p class="bad" role="alert">
            {pasted}
          </p>
        )}
      </details>
      <label class="field">
        <span>POST /hooks/</span>
        <input
          value={event.path}
          aria-label="Name of the hook"
          onInput={({ currentTarget }) => onChange({ path: currentTarget.value })}
        />
      </label>
      <Area
        label="Headers"
        rows={3}
        text={event.headers}
        onChange={(headers) => onChange({ headers })}
      />
      {event.query === "" ? undefined : (
        <Area label="Query" rows={2} text={event.query} onChange={(query) => onChange({ query })} />
      )}
      <Payload
        text={event.payload}
        revealed={revealed}
        areaRef={payloadRef}
        onChange={(payload) => onChange({ payload })}
      />
      {problem === undefined ? undefined : (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <p class="row">
        {onCurl === undefined ? undefined : (
          <button type="button" onClick={onCurl}>
            Copy as curl
          </button>
        )}
        {onSave === undefined ? undefined : (
          <button type="button" disabled={problem !== undefined} onClick={onSave}>
            Save as a sample
          </button>
        )}
      </p>
    </section>
  );
}

interface PayloadProps extends Required<Pick<AreaProps, "text" | "areaRef" | "onChange">> {
  readonly revealed: EventPaneProps["revealed"];
}

/** A long one is a tree until somebody edits it. */
function Payload({ text, revealed, areaRef, onChange }: PayloadProps) {
  const [isText, setText] = useState(false);
  const isFolding = useMemo(() => isLong(text), [text]);
  const area = (
    <Area
      label="Payload"
      text={text}
      isTall
      areaRef={areaRef}
      onChange={(payload) => {
        // It stays a text while it grows.
        setText(true);
        onChange(payload);
      }}
    />
  );
  return (
    <>
      {isFolding ? (
        <p class="row">
          <button type="button" class="quiet" onClick={() => setText(!isText)}>
            {isText ? "Show the payload as a tree" : "Edit the payload as text"}
          </button>
        </p>
      ) : undefined}
      {isFolding && !isText ? <PayloadTree text={text} revealed={revealed} /> : area}
    </>
  );
}

interface AreaProps {
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
  readonly isTall?: boolean;
  readonly areaRef?: { current: HTMLTextAreaElement | null };
  readonly onChange: (text: string) => void;
}

function Area({ label, text, rows, isTall = false, areaRef, onChange }: AreaProps) {
  return (
    <label class={isTall ? "field tall" : "field"}>
      <span>{label}</span>
      <textarea
        class="code"
        value={text}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        {...(rows !== undefined && { rows })}
        {...(areaRef !== undefined && { ref: areaRef })}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
