// The logbook of the main sessions: events, heartbeats and turns, the newest first.
import type { LogItem, Page } from "@hookwright/host/api";
import { useState } from "preact/hooks";
import { visibleText } from "../view-model/visible-text.ts";
import { Id, type PageProps, Problem, Table, Time, useApi } from "./parts.tsx";

export function LogbookPage(props: PageProps) {
  const [before, setBefore] = useState<readonly string[]>([]);
  const cursor = before.at(-1);
  const path =
    cursor === undefined ? "log?limit=50" : `log?limit=50&before=${encodeURIComponent(cursor)}`;
  const { value, error } = useApi<Page<LogItem>>(props, path);
  if (value === undefined) return <Problem error={error} />;
  const { items, next } = value;
  return (
    <>
      {items.length === 0 ? (
        <p class="note">Nothing yet.</p>
      ) : (
        <Table head={["when", "what", "state", "agent", "id"]}>
          {items.map(({ at, title, kind, state, agentId, id, runId }) => (
            <tr>
              <td>
                <Time at={at} now={props.now()} />
              </td>
              <td>
                {kind}: {visibleText(title)}
              </td>
              <td>{state}</td>
              <td>{agentId}</td>
              <td>
                <Id id={runId ?? id} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p class="row">
        <button
          type="button"
          disabled={before.length === 0}
          onClick={() => setBefore(before.slice(0, -1))}
        >
          Newer
        </button>
        <button
          type="button"
          disabled={next === undefined}
          onClick={() => next !== undefined && setBefore([...before, next])}
        >
          Older
        </button>
      </p>
    </>
  );
}
