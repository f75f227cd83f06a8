// What the operator's pages share: data that follows the stream, times, ids as links, errors.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiFailure, type Client } from "../api/client.ts";
import { agoText, timeText } from "../view-model/times.ts";

export interface PageProps {
  readonly client: Client;
  /** Rises with each change that the stream reports. */
  readonly version: number;
  readonly canWrite: boolean;
  /** Whether the server shows requests live. */
  readonly hasLive: boolean;
  /** The server's clock. */
  readonly now: () => number;
}

type Loaded<Value> =
  | { readonly value: Value; readonly error?: undefined }
  | { readonly value?: undefined; readonly error?: ApiFailure };

/** Reads `path` again with each version. The last value stays while the next one is read. */
export function useApi<Value>({ client, version }: PageProps, path: string): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isCurrent = true;
    client.get<Value>(path).then(
      (value) => isCurrent && setLoaded({ value }),
      (error: ApiFailure) => isCurrent && setLoaded({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, path, version]);
  return loaded;
}

export function Problem({ error }: { readonly error: ApiFailure | undefined }) {
  if (error === undefined) return <p class="note">Reading…</p>;
  return (
    <p class="bad" role="alert">
      {error.message} {error.hint}
    </p>
  );
}

export function Time({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()}>{`${agoText(at, now)} (${timeText(at)})`}</time>
  );
}

/** Any id leads to its time line. */
export function Id({ id }: { readonly id: string }) {
  return (
    <a href={`#timeline/${encodeURIComponent(id)}`}>{id.length > 13 ? `${id.slice(0, 8)}…` : id}</a>
  );
}

/** A change, with what became of it. Nothing is shown where the server only reads. */
export function useChange(): readonly [
  message: string | undefined,
  run: (work: () => Promise<string>) => void,
] {
  const [message, setMessage] = useState<string | undefined>(undefined);
  const run = (work: () => Promise<string>): void => {
    work().then(setMessage, (error: unknown) => {
      setMessage(
        error instanceof ApiFailure ? `${error.message} ${error.hint ?? ""}` : String(error),
      );
    });
  };
  return [message, run];
}

interface TableProps {
  readonly head: readonly string[];
  readonly children: ComponentChildren;
}

export function Table({ head, children }: TableProps) {
  return (
    <div class="scroll" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
