// Channels: last success, last error, what waits; and one line as a test.
import type { ChannelItem } from "@hookwright/host/api";
import { useState } from "preact/hooks";
import { type PageProps, Problem, Table, Time, useApi, useChange } from "./parts.tsx";

export function ChannelsPage(props: PageProps) {
  const { client, canWrite, now } = props;
  const { value, error } = useApi<{ items: readonly ChannelItem[] }>(props, "channels");
  const [message, run] = useChange();
  const [to, setTo] = useState("");
  if (value === undefined) return <Problem error={error} />;
  const test = (id: string): void =>
    run(async () => {
      const { messageId } = await client.post<{ messageId?: string }>(
        `channels/${encodeURIComponent(id)}/test`,
        { to },
      );
      return `Sent${messageId === undefined ? "" : `: message ${messageId}`}.`;
    });
  return (
    <>
      {canWrite ? (
        <p class="row">
          <label>
            Recipient of a test{" "}
            <input value={to} onInput={({ currentTarget }) => setTo(currentTarget.value)} />
          </label>
          <span role="status">{message}</span>
        </p>
      ) : undefined}
      <Table head={["channel", "state", "waiting", "last sent", "last error", "do"]}>
        {value.items.map(({ id, paused, waiting, lastSentAt, lastError, limit }) => (
          <tr>
            <td>
              <strong>{id}</strong>
            </td>
            <td>{limit === undefined ? "not configured" : (paused?.code ?? "works")}</td>
            <td>{waiting}</td>
            <td>{lastSentAt === undefined ? "never" : <Time at={lastSentAt} now={now()} />}</td>
            <td>
              {lastError === undefined ? (
                "none"
              ) : (
                <>
                  {lastError.code}, <Time at={lastError.at} now={now()} />
                </>
              )}
            </td>
            <td>
              {canWrite && limit !== undefined ? (
                <button type="button" disabled={to.trim() === ""} onClick={() => test(id)}>
                  Send a test
                </button>
              ) : undefined}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
