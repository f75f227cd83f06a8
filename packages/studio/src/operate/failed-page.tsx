// What died, by kind, code and mapping; a selection is repeated, bounded by the time when the list was read.
import type { Failure, RetriedMany } from "@hookwright/host/api";
import { useRef } from "preact/hooks";
import { Id, type PageProps, Problem, Table, Time, useApi, useChange } from "./parts.tsx";

export function FailedPage(props: PageProps) {
  const { client, canWrite, now, version } = props;
  const { value, error } = useApi<{ items: readonly Failure[] }>(props, "failed");
  // What ends after the list was read was not in it, and is not repeated.
  const readAt = useRef({ version, at: now() });
  if (readAt.current.version !== version) readAt.current = { version, at: now() };
  const [message, run] = useChange();
  if (value === undefined) return <Problem error={error} />;

  const retry = ({ kind, code, mapping }: Failure, dryRun: boolean): void => {
    const filter = { state: "dead", code, ...(mapping !== undefined && { mapping }) };
    run(async () => {
      const { count, ids, refused } = await client.post<RetriedMany>("retry", {
        kind,
        filter,
        before: readAt.current.at,
        dryRun,
      });
      const others = Object.entries(refused).map(([code, count]) => `${count} refused: ${code}`);
      return [
        dryRun ? `${ids.length} would be repeated.` : `${count} are repeated.`,
        ...others,
      ].join(" ");
    });
  };

  const { items } = value;
  /** A filter cannot say "of no mapping": without one, a retry takes all that died with the code. */
  const countOf = ({ kind, code, mapping, count }: Failure): number =>
    mapping !== undefined
      ? count
      : items
          .filter((one) => one.kind === kind && one.code === code)
          .reduce((sum, one) => sum + one.count, 0);

  if (items.length === 0) return <p class="note">Nothing has died that was not repeated.</p>;
  return (
    <>
      <p role="status">{message}</p>
      <Table head={["what", "code", "mapping", "count", "last", "newest", "do"]}>
        {items.map((failure) => (
          <tr>
            <td>{failure.kind}</td>
            <td>
              <code>{failure.code}</code>
            </td>
            <td>{failure.mapping ?? ""}</td>
            <td>{failure.count}</td>
            <td>
              <Time at={failure.last} now={now()} />
            </td>
            <td>
              <Id id={failure.example} />
            </td>
            <td>
              <button type="button" onClick={() => retry(failure, true)}>
                Try it dry
              </button>
              {canWrite ? (
                <button type="button" onClick={() => retry(failure, false)}>
                  Retry {countOf(failure)}
                </button>
              ) : undefined}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
