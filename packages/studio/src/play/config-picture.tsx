// The config as a picture: for each hook a lane of its mappings from top to bottom, with the sample events that each
// takes as dots, and what falls through at the end.
import type { MappingRow, StripRow } from "../model/messages.ts";
import { lanesOf } from "../view-model/lanes.ts";

interface ConfigPictureProps {
  readonly mappings: readonly MappingRow[];
  readonly rows: readonly StripRow[];
  readonly onMapping: (line: number, file: string | undefined) => void;
  readonly onEvent: (name: string) => void;
}

/** More dots than fit into a line say no more than their number. */
const MAX_DOTS = 24;

export function ConfigPicture({ mappings, rows, onMapping, onEvent }: ConfigPictureProps) {
  const lanes = lanesOf(mappings, rows);
  if (lanes.length === 0) return undefined;
  return (
    <section class="pane picture" aria-labelledby="picture-title" tabIndex={-1}>
      <h2 id="picture-title">The config as a picture</h2>
      <div class="lanes">
        {lanes.map(({ path, stops, through }) => (
          <section class="lane" aria-label={`Hook ${path}`}>
            <h3>/hooks/{path}</h3>
            <ol>
              {stops.map(({ id, action, line, file, events, sessions }) => (
                <li>
                  <button
                    type="button"
                    class="stop"
                    disabled={line === undefined}
                    onClick={() => line !== undefined && onMapping(line, file)}
                  >
                    {id} <span>{action}</span>
                  </button>
                  <Dots events={events} onEvent={onEvent} />
                  {sessions > 0 ? (
                    <span class="knots">
                      {sessions === 1 ? "1 session" : `${sessions} sessions`}
                    </span>
                  ) : undefined}
                </li>
              ))}
              <li class="through">
                no mapping: 404 <Dots events={through} onEvent={onEvent} />
              </li>
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

function Dots({
  events,
  onEvent,
}: {
  readonly events: readonly string[];
  readonly onEvent: (name: string) => void;
}) {
  return (
    <span class="dots">
      {events.slice(0, MAX_DOTS).map((name) => (
        <button
          type="button"
          class="dot"
          aria-label={name}
          title={name}
          onClick={() => onEvent(name)}
        />
      ))}
      {events.length > MAX_DOTS ? `+${events.length - MAX_DOTS}` : undefined}
      {events.length === 0 ? <span class="none">no sample</span> : undefined}
    </span>
  );
}
