// One id → everything that happened, from the request to the delivery.
import type { Timeline } from "@hookwright/host/api";
import { useState } from "preact/hooks";
import { durationText, timeText } from "../view-model/times.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { Id, type PageProps, Problem, useApi, useChange } from "./parts.tsx";

interface TimelinePageProps extends PageProps {
  readonly id: string;
}

export function TimelinePage(props: TimelinePageProps) {
  const { id } = props;
  const [typed, setTyped] = useState(id);
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          location.hash = `#timeline/${encodeURIComponent(typed.trim())}`;
        }}
      >
        <label>
          Id of a request, run, event, delivery, heartbeat, or the vendor's delivery id{" "}
          <input value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
        <button type="submit">Show</button>
      </form>
      {id === "" ? undefined : <Steps {...props} />}
    </>
  );
}

/** What can be repeated or cancelled, as the API names it. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ["run", "runs"],
  ["delivery", "deliveries"],
]);

function Steps(props: TimelinePageProps) {
  const { id, client, canWrite, hasLive } = props;
  const { value, error } = useApi<Timeline>(props, `timeline/${encodeURIComponent(id)}`);
  const [message, run] = useChange();
  if (value === undefined) return <Problem error={error} />;
  const { kind, isOpen, steps } = value;
  const list = LISTS.get(kind);
  return (
    <>
      <h3>
        {kind} {id} {isOpen ? "(not ended)" : ""}
      </h3>
      {list === undefined || !canWrite ? undefined : (
        <p class="row">
          <button type="button" onClick={() => run(() => change("retry"))}>
            Retry
          </button>
          <button type="button" onClick={() => run(() => change("cancel"))}>
            Cancel
          </button>
          <span role="status">{message}</span>
        </p>
      )}
      <ol class="timeline">
        {steps.map((step, index) => (
          <li class={step.kind}>
            {gapBefore(steps[index - 1]?.at, step.at)}
            <p>
              <span class="at">{timeText(step.at)}</span> <strong>{step.title}</strong>{" "}
              <span class="state">{step.state}</span>
              {step.code === undefined ? "" : ` ${step.code}`}
              {step.ms === undefined ? "" : `, ${durationText(step.ms)}`}{" "}
              {step.kind === "match" ? step.id : <Id id={step.id} />}{" "}
              {step.kind === "request" && hasLive ? (
                <a href={`play/#r=${encodeURIComponent(step.id)}`}>see it live</a>
              ) : undefined}
            </p>
            {step.detail === undefined ? undefined : (
              <dl class={step.tainted === true ? "box outside" : "box"}>
                {Object.entries(step.detail).map(([name, text]) => (
                  <>
                    <dt>
                      {name}
                      {step.tainted === true && name === "text" ? " (from outside)" : ""}
                    </dt>
                    <dd>{isTime(name, text) ? timeText(text) : visibleText(String(text))}</dd>
                  </>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
    </>
  );

  async function change(verb: "retry" | "cancel"): Promise<string> {
    const { runId, deliveryId } = await client.post<{ runId?: string; deliveryId?: string }>(
      `${list}/${encodeURIComponent(id)}/${verb}`,
    );
    return runId ?? deliveryId ?? "Done.";
  }
}

/** `dueAt`, `pausedSince`, `gathersUntil` */
function isTime(name: string, value: unknown): value is number {
  return typeof value === "number" && /(?:At|Since|Until)$/.test(name);
}

/** Hours of waiting would press bursts together: the gap is said in words. */
const MIN_GAP_MS = 60_000;

function gapBefore(before: number | undefined, at: number) {
  if (before === undefined || at - before < MIN_GAP_MS) return undefined;
  return <p class="gap">{durationText(at - before)} later</p>;
}
