// All sample events at once, with what each becomes, and which outcomes differ from when the page was opened.
import type { StripRow } from "../model/messages.ts";

interface EventStripProps {
  readonly rows: readonly StripRow[];
  readonly current: string | undefined;
  readonly onChoose: (name: string) => void;
  readonly onBaseline: () => void;
}

export function EventStrip({ rows, current, onChoose, onBaseline }: EventStripProps) {
  const changed = rows.filter(({ change }) => change !== undefined);
  const taken = rows.filter(({ outcome }) => outcome !== "unmatched");
  const providers = [...new Set(taken.map(({ name }) => name.split("/")[0] ?? ""))];
  return (
    <section class="pane strip" aria-labelledby="strip-title" tabIndex={-1}>
      <h2 id="strip-title">All sample events</h2>
      <p class="note">
        {taken.length} of {rows.length} are taken.{" "}
        {changed.length === 0 ? (
          "No outcome has changed."
        ) : (
          <>
            <strong>{changed.length} changed.</strong>{" "}
            <button type="button" class="quiet" onClick={onBaseline}>
              Compare with now
            </button>
          </>
        )}
      </p>
      <div class="chips">
        {changed.map((row) => (
          <Chip row={row} isCurrent={row.name === current} onChoose={onChoose} />
        ))}
      </div>
      {providers.map((provider) => (
        <details>
          <summary>{provider}</summary>
          <div class="chips">
            {rows
              .filter(
                ({ name, outcome }) => name.startsWith(`${provider}/`) && outcome !== "unmatched",
              )
              .map((row) => (
                <Chip row={row} isCurrent={row.name === current} onChoose={onChoose} />
              ))}
          </div>
        </details>
      ))}
    </section>
  );
}

interface ChipProps {
  readonly row: StripRow;
  readonly isCurrent: boolean;
  readonly onChoose: (name: string) => void;
}

function Chip({ row, isCurrent, onChoose }: ChipProps) {
  const { name, outcome, change, empty } = row;
  const mapping = row.mappings?.join(" + ") ?? row.mapping;
  const becomes =
    outcome === "unmatched"
      ? "no mapping"
      : `${mapping ?? outcome}${outcome === "agent" ? "" : ` (${outcome})`}`;
  return (
    <button
      type="button"
      class={change === undefined ? "chip" : "chip changed"}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => onChoose(name)}
    >
      <strong>{name}</strong> → {becomes}
      {change === undefined ? undefined : <em> {change}</em>}
      {empty > 0 ? <em> all empty</em> : undefined}
    </button>
  );
}
