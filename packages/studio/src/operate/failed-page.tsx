// What died, by kind, code and mapping; a selection is repeated, bounded by the newest item of the list.
import type { Failure, RetriedMany } from "@hookwright/host/api";
import { Id, type PageProps, Problem, Table, Time, useApi, useChange } from "./parts.tsx";

export function FailedPage(props: PageProps) {
  const { client, canWrite, now } = props;
  const { value, error } = useApi<{ items: readonly Failure[] }>(props, "failed");
  const [message, run] = useChange();
  if (value === undefined) return <Problem error={error} />;

  const { items } = value;
  /** A filter cannot say "of no mapping": without one, a retry takes all that died with the code. */
  const groupsOf = ({ kind, code, mapping }: Failure): readonly Failure[] =>
    items.filter(
      (one) =>
        one.kind === kind &&
        one.code === code &&
        (mapping === undefined || one.mapping === mapping),
    );

  const retry = (failure: Failure, dryRun: boolean): void => {
    const { kind, code, mapping } = failure;
    const filter = { state: "dead", code, ...(mapping !== undefined && { mapping }) };
    // What died after the newest of the list was not seen, and is not repeated.
    const before = Math.max(...groupsOf(failure).map(({ last }) => last));
    run(async () => {
      const body = { kind, filter, before, dryRun };
      const { count, ids, refused } = await client.post<RetriedMany>("retry", body);
      const done = dryRun ? `${ids.length} would be repeated.` : `${count} are repeated.`;
      const others = Object.entries(refused).map(([code, count]) => `${count} refused: ${code}`);
      return [done, ...others].join(" ");
    });
  };

  // What a retry did is still said when it was the last one.
  return (
    <>
      <p role="status">{message}</p>
      {items.length === 0 ? (
        <p class="note">Nothing has died that was not repeated.</p>
      ) : (
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
                    Retry {groupsOf(failure).reduce((sum, { count }) => sum + count, 0)}
                  </button>
                ) : undefined}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
