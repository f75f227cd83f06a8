// The event: a sample, a pasted request, or what somebody types.
import { useState } from "preact/hooks";
import type { EventText } from "../model/event-text.ts";
import { parseRequest } from "../model/parse-request.ts";

interface EventPaneProps {
  readonly event: EventText;
  readonly sample: string | undefined;
  /** Names of samples: `github/push`. */
  readonly samples: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<EventText>) => void;
  readonly onSample: (name: string) => void;
  readonly onPaste: (event: EventText) => void;
  readonly payloadRef: { current: HTMLTextAreaElement | null };
  /** Absent until the hook of the event is known. */
  readonly onCurl?: (() => void) | undefined;
  /** Absent on a page without a server. */
  readonly onSave?: (() => void) | undefined;
}

export function EventPane(props: EventPaneProps) {
  const { event, sample, samples, problem, onChange, onSample, onPaste, payloadRef } = props;
  const { onCurl, onSave } = props;
  const [pasted, setPasted] = useState<string | undefined>(undefined);
  const providers = [...new Set(samples.map((name) => name.split("/")[0] ?? ""))];
  const paste = (text: string): void => {
    const result = parseRequest(text, event.path);
    setPasted(result.ok ? undefined : result.message);
    if (result.ok) onPaste(result.event);
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
          onInput={({ currentTarget }) =>
            currentTarget.value.trim() !== "" && paste(currentTarget.value)
          }
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
      <Area
        label="Payload"
        text={event.payload}
        isTall
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
