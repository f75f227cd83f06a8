// Requests to the server of this page, as they arrive, and what to do with one of them.
import type {
  About,
  AuthorFiles,
  HooksProblem,
  LiveItem,
  LiveRequest,
  Page,
  ServedConfig,
} from "@hookwright/host/api";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiFailure, Client } from "../api/client.ts";
import { saveToken } from "../api/session.ts";
import { type EventText, readEvent, writeEvent } from "../model/event-text.ts";
import type { HookOfEvent } from "../model/messages.ts";
import { liveRow, MISSING } from "../view-model/live-rows.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { CurlDialog } from "./curl-dialog.tsx";
import { saveFile } from "./save-file.ts";

/** What the page has read before it is drawn. */
export interface LiveStart {
  readonly client: Client;
  readonly about: About;
}

interface LivePaneProps {
  readonly start: LiveStart;
  /** That of the page now. */
  readonly event: EventText;
  /** `config`: that of the server, if it has one. */
  readonly onOpen: (event: EventText, config: ServedConfig | undefined) => void;
  /** Of the event of the page; undefined while it has no result. */
  readonly hook: HookOfEvent | undefined;
  /** Of an author: read from the disk, and whether the page has edits of them. */
  readonly files: AuthorFiles | undefined;
  readonly isEdited: boolean;
  /** Where an event is saved instead of in the downloads. */
  readonly onSave: ((event: LiveEvent) => void) | undefined;
}

/** Without its secrets. */
export type LiveEvent = NonNullable<LiveRequest["event"]>;

/** A burst of requests is one reading. */
const GATHER_MS = 300;

const PAGE = 50;

/** As many as the server keeps. */
const MAX_LISTED = 500;

export function LivePane(props: LivePaneProps) {
  const { start, event, onOpen, hook, files, isEdited, onSave } = props;
  const { client } = start;
  const { features, mode } = start.about;
  const [token, setToken] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const { items, hasMore, isLive, failure } = useRequests(client, { limit, token });
  const problem = useHooksProblem(start, files, items);
  const [isFollowing, setFollowing] = useFollowing();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [message, setMessage] = useState("");
  const [isCurl, setCurl] = useState(false);
  const newest = items[0]?.id;
  useEffect(() => {
    if (isFollowing && newest !== undefined) setChosen(newest);
  }, [isFollowing, newest]);
  useEffect(() => {
    const wanted = wantedRequest();
    const found = items.find(({ record }) => record.requestId === wanted);
    if (found === undefined) return;
    setFollowing(false);
    setChosen(found.id);
    history.replaceState(undefined, "", location.pathname);
  }, [items]);
  const run = (work: () => Promise<string>): void => {
    work().then(setMessage, ({ message, hint }: ApiFailure) =>
      setMessage(`${message} ${hint ?? ""}`),
    );
  };
  const read = async (id: string): Promise<LiveEvent> => {
    const { event: found, missing } = await client.get<LiveRequest>(`requests/${id}`);
    if (found === undefined) throw new Error(MISSING[missing ?? "gone"]);
    return found;
  };
  const open = async (id: string): Promise<string> => {
    const found = await read(id);
    onOpen(textsOf(found), features.includes("files") ? undefined : await readConfig(client));
    return "The event is open below.";
  };
  const current = items.find(({ id }) => id === chosen);
  return (
    <section class="pane live-pane" aria-labelledby="live-title" tabIndex={-1}>
      <div class="row">
        <h2 id="live-title">Live</h2>
        <span class={isLive ? "good" : "bad"}>{isLive ? "connected" : "not connected"}</span>
        <label>
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={({ currentTarget }) => setFollowing(currentTarget.checked)}
          />{" "}
          Follow the newest
        </label>
        {features.includes("write") ? (
          <button type="button" onClick={() => run(() => sendAgain(client, event, isEdited))}>
            Send the event below
          </button>
        ) : undefined}
      </div>
      <Count items={items} hasMore={hasMore} />
      <Receiving problem={problem} address={items.length === 0 ? addressOf(props) : undefined} />
      {failure?.code === "unauthorized" ? (
        <NewToken
          onToken={(next) => {
            saveToken(next);
            client.useToken(next);
            setToken(next);
          }}
        />
      ) : undefined}
      {failure === undefined || failure.code === "unauthorized" ? undefined : (
        <p class="bad" role="alert">
          {failure.message} {failure.hint}
        </p>
      )}
      {items.length === 0 ? undefined : (
        <Rows items={items} chosen={chosen} onChoose={setChosen}>
          {hasMore && limit < MAX_LISTED ? (
            <button type="button" class="quiet" onClick={() => setLimit(limit + PAGE)}>
              Show older ones
            </button>
          ) : undefined}
        </Rows>
      )}
      {current === undefined ? undefined : (
        <Chosen
          item={current}
          isOperated={mode === "both"}
          onOpen={() => run(() => open(current.id))}
          onCurl={() =>
            run(async () => {
              await open(current.id);
              setCurl(true);
              return "";
            })
          }
          onSave={() =>
            run(async () => {
              if (onSave !== undefined) {
                onSave(await read(current.id));
                return "";
              }
              const { event: found, name = "event" } = await client.get<LiveRequest>(
                `requests/${current.id}`,
              );
              saveFile(`${name}.event.json`, `${JSON.stringify(found, undefined, 2)}\n`);
              return `${name}.event.json is in your downloads.`;
            })
          }
        />
      )}
      {isCurl && hook !== undefined ? (
        <CurlDialog
          event={event}
          hook={hook}
          server={start.about.hooksUrl}
          onClose={() => setCurl(false)}
        />
      ) : undefined}
      <p class="note" role="status">
        {visibleText(message)}
      </p>
    </section>
  );
}

/** The hook of the event; those of the config while there is no result. */
function addressOf({ start, hook, event }: LivePaneProps): string | undefined {
  const { hooksUrl } = start.about;
  if (hooksUrl === undefined || hook === undefined) return hooksUrl;
  return `${hooksUrl}${hook.basePath}/${event.path.trim().replace(/^\/+/, "")}`;
}

interface ReceivingProps {
  readonly problem: HooksProblem | undefined;
  readonly address: string | undefined;
}

/** Whether senders are answered, and where. */
function Receiving({ problem, address }: ReceivingProps) {
  if (problem !== undefined) {
    return (
      <p class="bad" role="alert">
        {problem.refuses
          ? "Requests are refused with 503 until the config on the disk has no errors. "
          : "The config on the disk has errors, so its last version without errors answers. "}
        {visibleText(problem.reason)}
      </p>
    );
  }
  if (address === undefined) return null;
  return (
    <p class="note">
      Senders reach the hooks of your config at <code>{visibleText(address)}</code>.
    </p>
  );
}

interface RowsProps {
  readonly items: readonly LiveItem[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly children: preact.ComponentChildren;
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

function Rows({ items, chosen, onChoose, children }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Arrow keys go from row to row, as in any list. */
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS.get(event.key);
    if (step === undefined) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".live-row") ?? [])];
    const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step];
    event.preventDefault();
    next?.focus();
  };
  return (
    <div class="live-list">
      <ul ref={list} aria-label="Requests, the newest first" onKeyDown={walk}>
        {items.map((item) => {
          const { id, time, status, hook, outcome, mapping, isGood, isOwn } = liveRow(item);
          return (
            <li key={id}>
              <button
                type="button"
                class="live-row"
                aria-current={id === chosen ? "true" : undefined}
                onClick={() => onChoose(id)}
              >
                <span class="at">{time}</span>
                <span class={isGood ? "good" : "bad"}>{status}</span>
                <strong>{hook}</strong>
                <span>{outcome}</span>
                <span class="live-mapping">
                  {mapping}
                  {isOwn ? " (sent by you)" : ""}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {children}
    </div>
  );
}

interface ChosenProps {
  readonly item: LiveItem;
  /** Whether the pages of an operator are at the same server. */
  readonly isOperated: boolean;
  readonly onOpen: () => void;
  readonly onCurl: () => void;
  readonly onSave: () => void;
}

function Chosen({ item, isOperated, onOpen, onCurl, onSave }: ChosenProps) {
  const { record, missing } = item;
  const { hook, outcome, time } = liveRow(item);
  const { detail, durationMs, runId, requestId } = record;
  const timeline = encodeURIComponent(runId ?? requestId);
  return (
    <div class="live-chosen">
      <p>
        <strong>
          {hook} at {time}: {outcome}
        </strong>
        , {record.status} after {durationMs} ms
        {detail === undefined ? "" : `. ${visibleText(detail)}`}{" "}
        {isOperated ? <a href={`../#timeline/${timeline}`}>Its time line</a> : undefined}
      </p>
      {missing === undefined ? (
        <p class="row">
          <button type="button" onClick={onOpen}>
            Open here
          </button>
          <button type="button" onClick={onSave}>
            Save as sample
          </button>
          <button type="button" onClick={onCurl}>
            Copy as curl
          </button>
        </p>
      ) : (
        <p class="note">{MISSING[missing]}</p>
      )}
    </div>
  );
}

interface NewTokenProps {
  readonly onToken: (token: string) => void;
}

/** A restart has another token. What was typed into the page stays. */
function NewToken({ onToken }: NewTokenProps) {
  const [typed, setTyped] = useState("");
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onToken(typed.trim().replace(/^.*#t=/, ""));
      }}
    >
      <label>
        The server has a new token:{" "}
        <input
          type="password"
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit">Connect again</button>
    </form>
  );
}

/** How often a reader of the page hears of new requests. */
const SPOKEN_MS = 3_000;

function Count({
  items,
  hasMore,
}: {
  readonly items: readonly LiveItem[];
  readonly hasMore: boolean;
}) {
  const text =
    items.length === 0
      ? "No requests yet. They appear here as they arrive."
      : `${hasMore ? "More than " : ""}${items.length} ${items.length === 1 ? "request" : "requests"}.`;
  const [spoken, setSpoken] = useState(text);
  const latest = useRef(text);
  latest.current = text;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setSpoken(latest.current);
    }, SPOKEN_MS);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <p class="note" aria-live="polite">
      {items.length === 0 ? text : spoken}
    </p>
  );
}

interface Requests {
  readonly items: readonly LiveItem[];
  readonly hasMore: boolean;
  readonly isLive: boolean;
  readonly failure: ApiFailure | undefined;
}

/** Asked for again with each request, and when files change: the server reads its config then. */
function useHooksProblem(
  { client, about }: LiveStart,
  files: AuthorFiles | undefined,
  items: readonly LiveItem[],
): HooksProblem | undefined {
  const [problem, setProblem] = useState(about.hooksProblem);
  useEffect(() => {
    if (files === undefined) return;
    client.get<About>("about").then(
      ({ hooksProblem }) => setProblem(hooksProblem),
      () => undefined,
    );
  }, [client, files, items]);
  return problem;
}

interface Reading {
  readonly limit: number;
  /** Another one begins the stream again. */
  readonly token: string;
}

/** Reads the list again when the stream says that something came, and after each break of the stream. */
function useRequests(client: Client, { limit, token }: Reading): Requests {
  const [version, setVersion] = useState(0);
  const [isLive, setLive] = useState(false);
  const [page, setPage] = useState<Page<LiveItem>>({ items: [] });
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gather = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setVersion((before) => before + 1);
      }, GATHER_MS);
    };
    const stop = client.watch(gather, (live) => {
      setLive(live);
      gather();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, token]);
  useEffect(() => {
    let isCurrent = true;
    client.get<Page<LiveItem>>(`requests?limit=${limit}`).then(
      (read) => {
        if (!isCurrent) return;
        setPage(read);
        setFailure(undefined);
      },
      (error: ApiFailure) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, limit, token, version]);
  return { items: page.items, hasMore: page.next !== undefined, isLive, failure };
}

const FOLLOW_KEY = "hookwright-live-follow";

/** Remembered in this browser. */
function useFollowing(): readonly [boolean, (isFollowing: boolean) => void] {
  const [isFollowing, setFollowing] = useState(() => localStorage.getItem(FOLLOW_KEY) !== "off");
  const change = (next: boolean): void => {
    localStorage.setItem(FOLLOW_KEY, next ? "on" : "off");
    setFollowing(next);
  };
  return [isFollowing, change];
}

/** The id of a request that a link names: `#r=ID`. */
function wantedRequest(): string | undefined {
  const [, id] = /^#r=(.+)$/.exec(location.hash) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** A plan is served without its config: the page keeps the one that it has. */
function readConfig(client: Client): Promise<ServedConfig | undefined> {
  return client.get<ServedConfig>("config").catch(() => undefined);
}

export function textsOf({ path, headers = {}, query = {}, payload }: LiveEvent): EventText {
  return writeEvent({ path, url: `/hooks/${path}`, headers, query, payload });
}

async function sendAgain(client: Client, written: EventText, isEdited: boolean): Promise<string> {
  const read = readEvent(written);
  if (!read.ok) return read.message;
  const { path, headers, query, payload } = read.event;
  const { status } = await client.post<{ readonly status: number }>("requests", {
    event: { path, headers, query, payload },
  });
  const by = isEdited ? " by the config on the disk, without what you edited here" : "";
  return `Sent as a new request: the server answered ${status}${by}.`;
}
