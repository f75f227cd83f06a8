// What runs, what waits and since when, what is paused and why, when the next heartbeat is.
import type { HostOverview } from "@hookwright/host/api";
import { durationText } from "../view-model/times.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { Id, type PageProps, Problem, Table, Time, useApi } from "./parts.tsx";

const MIB = 1_048_576;

export function NowPage(props: PageProps) {
  const { value, error } = useApi<HostOverview>(props, "status");
  if (value === undefined) return <Problem error={error} />;
  const {
    at,
    runs,
    deliveries,
    running,
    keys,
    channels,
    pausedRunners,
    heartbeats,
    room,
    bytes,
    freeBytes,
  } = value;
  const paused = channels.filter(({ paused }) => paused !== undefined && isOwn(paused));
  const pausedByHost = pausedRunners.filter(isOwn);
  return (
    <>
      <ul class="figures">
        <Figure name="running" count={running.length} />
        <Figure name="waiting runs" count={runs.queued + runs.failed} />
        <Figure name="waiting deliveries" count={deliveries.queued + deliveries.failed} />
        <Figure name="waiting events" count={value.waitingEvents} />
        {value.gathering === undefined ? undefined : (
          <Figure name="events being joined" count={value.gathering.events} />
        )}
        <Figure name="dead runs" count={runs.dead} />
        <Figure name="dead deliveries" count={deliveries.dead} />
      </ul>
      {value.pauses.length === 0 ? undefined : (
        <section>
          <h3>Paused by an operator</h3>
          <ul>
            {value.pauses.map(({ kind, id, since, waiting }) => (
              <li>
                {kind} <strong>{id}</strong>: <Time at={since} now={at} />; {waiting} waiting.{" "}
                <code>
                  hookwright resume {kind} {id}
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {paused.length + pausedByHost.length === 0 ? undefined : (
        <section>
          <h3>Paused</h3>
          <ul>
            {paused.map(({ id, paused, waiting }) => (
              <li>
                Channel <strong>{id}</strong>: {paused?.code},{" "}
                <Time at={paused?.since ?? at} now={at} />; {waiting} deliveries wait
              </li>
            ))}
            {pausedByHost.map(({ runner, provider, code, since }) => (
              <li>
                Runner <strong>{runner}</strong>
                {provider === undefined ? "" : ` for models of ${provider}`}: {code},{" "}
                <Time at={since} now={at} />
              </li>
            ))}
          </ul>
          <p class="note">
            Correct the cause, then reload: <code>hookwright reload</code>.
          </p>
        </section>
      )}
      <section>
        <h3>Running</h3>
        {running.length === 0 ? (
          <p class="note">Nothing.</p>
        ) : (
          <Table head={["id", "what", "session", "for"]}>
            {running.map(({ id, mappingId, reason, sessionKey, startedAt, agentId }) => (
              <tr>
                <td>
                  <Id id={id} />
                </td>
                <td>
                  {mappingId ?? reason ?? "run"} of {agentId}
                </td>
                <td>{visibleText(sessionKey ?? "main session")}</td>
                <td>{durationText(at - startedAt)}</td>
              </tr>
            ))}
          </Table>
        )}
      </section>
      <section>
        <h3>Waiting, by session</h3>
        {keys.length === 0 ? (
          <p class="note">Nothing.</p>
        ) : (
          <Table head={["session", "runs", "oldest", "why"]}>
            {keys.map(({ sessionKey, waiting, oldestId, oldestAt, window, ...why }) => (
              <tr>
                <td>{visibleText(sessionKey)}</td>
                <td>{waiting}</td>
                <td>
                  <Id id={oldestId} />, <Time at={oldestAt} now={at} />
                </td>
                <td>
                  {window === undefined ? (
                    <Reason {...why} now={at} />
                  ) : (
                    <>
                      it gathers further events: {window.events} so far, until{" "}
                      <Time at={window.closesAt} now={at} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
      <section>
        <h3>Heartbeats</h3>
        <Table head={["agent", "next", "last"]}>
          {heartbeats.map(({ agentId, nextAt, last }) => (
            <tr>
              <td>{agentId}</td>
              <td>{nextAt === undefined ? "none planned" : <Time at={nextAt} now={at} />}</td>
              <td>
                {last === undefined ? (
                  "none yet"
                ) : (
                  <>
                    {last.outcome}, <Time at={last.endedAt} now={at} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </section>
      <p class="note">
        Room for {room} further runs. The store has {(bytes / MIB).toFixed(1)} MiB; its disk has{" "}
        {Math.floor(freeBytes / MIB)} MiB free.
      </p>
    </>
  );
}

type WhyProps = Pick<HostOverview["keys"][number], "code" | "dueAt" | "isHeld"> & {
  readonly now: number;
};

function Reason({ code, dueAt, isHeld, now }: WhyProps) {
  return (
    <>
      {isHeld ? "its runner is paused" : (code ?? "it waits for its turn")}
      {dueAt === undefined ? "" : ", next try "}
      {dueAt === undefined ? undefined : <Time at={dueAt} now={now} />}
    </>
  );
}

function Figure({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <li>
      <strong>{count}</strong> {name}
    </li>
  );
}

/** What the host has paused itself. */
function isOwn({ code }: { readonly code: string }): boolean {
  return code !== "operator";
}
