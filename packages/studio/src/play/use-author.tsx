// The files of an author at the server of the page: reading them again, writing one, and running transforms.
import type { Explanation, HookEvent } from "@hookwright/core";
import type { About, AuthorFiles } from "@hookwright/host/api";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiFailure, Client } from "../api/client.ts";
import type { EnginePort } from "../engine/engine-port.ts";
import { readEvent, writeEvent } from "../model/event-text.ts";
import type { FileEvents } from "../model/messages.ts";
import { caseToData, type TestCase } from "../view-model/write-test-file.ts";
import { type LiveEvent, textsOf } from "./live-pane.tsx";
import type { ResultPane } from "./result-pane.tsx";
import { SaveDialog, type Saving } from "./save-dialog.tsx";
import { type Action, editedFilesOf, type State } from "./state.ts";

/** What the page has read before it is drawn. */
export interface AuthorStart {
  readonly client: Client;
  readonly about: About;
  readonly events: FileEvents;
}

interface Context {
  readonly state: State;
  readonly dispatch: (action: Action) => void;
  readonly port: () => EnginePort;
  /** Goes to the event. */
  readonly editEvent: () => void;
  /** The cases are in the file now. */
  readonly onCasesSaved: () => void;
}

type Transforms = NonNullable<Parameters<typeof ResultPane>[0]["transforms"]>;

export interface Author {
  /** Events of files, and why others are not shown. */
  readonly events: FileEvents;
  readonly hooksUrl: string | undefined;
  readonly saveOpen: () => void;
  readonly saveEvent: () => void;
  readonly saveLive: (event: LiveEvent) => void;
  readonly saveCases: (cases: readonly TestCase[]) => void;
  /** The same as before, unless something of it changed. */
  readonly transforms: Transforms;
  readonly dialog: ReturnType<typeof SaveDialog> | undefined;
}

/** The same hooks run on every page: one without a server has no `start`, and gets undefined. */
export function useAuthor(start: AuthorStart | undefined, context: Context): Author | undefined {
  const { state, dispatch, port, onCasesSaved } = context;
  const [events, setEvents] = useState(start?.events);
  const [saving, setSaving] = useState<(Saving & { readonly kind: SavedKind }) | undefined>();
  const transforms = useTransforms(start?.client, context);
  const disk = useRef(state.disk);
  disk.current = state.disk;

  const refresh = async (): Promise<void> => {
    if (start === undefined) return;
    const read = await start.client.get<AuthorFiles>("files").catch(() => undefined);
    if (read === undefined || hashesOf(read) === hashesOf(disk.current)) return;
    dispatch({ kind: "disk", disk: read });
    setEvents(await port().readEvents(eventFilesOf(read)));
  };
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") void refresh();
    };
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  if (start === undefined || events === undefined || state.disk === undefined) return undefined;
  const { testFile, files } = state.disk;
  const edited = editedFilesOf(state);
  const openPath = state.open ?? files[0]?.path ?? "";

  const onSaved = async (path: string, text: string): Promise<void> => {
    const kind = saving?.kind;
    setSaving(undefined);
    if (kind !== "event") dispatch({ kind: "text", path, text });
    if (kind === "cases") onCasesSaved();
    await refresh();
    dispatch({ kind: "notice", text: `${path} is saved.` });
  };
  return {
    events,
    hooksUrl: start.about.hooksUrl,
    saveOpen: () => {
      const file = edited.find(({ path }) => path === openPath);
      if (file !== undefined) setSaving({ kind: "text", path: openPath, text: file.text });
    },
    saveEvent: () => {
      void prepareEvent(state, port()).then((found) => {
        if (found !== undefined) setSaving({ kind: "event", isNew: true, ...found });
      });
    },
    saveLive: (event) => setSaving({ kind: "event", isNew: true, ...liveToSaving(event, state) }),
    saveCases: (cases) => {
      const before = edited.find(({ path }) => path === testFile)?.text ?? "";
      void prepareCases(cases, { port: port(), testFile, before }).then((found) => {
        if (found.ok) setSaving({ kind: "cases", ...found.saving });
        else dispatch({ kind: "notice", text: found.message });
      });
    },
    transforms,
    dialog:
      saving === undefined ? undefined : (
        <SaveDialog
          saving={saving}
          client={start.client}
          find={(path) => files.find((file) => file.path === path)}
          onSaved={(path, text) => void onSaved(path, text)}
          onTake={(path, text) => {
            setSaving(undefined);
            dispatch({ kind: "text", path, text });
            void refresh();
          }}
          onClose={() => setSaving(undefined)}
        />
      ),
  };
}

type SavedKind = "text" | "event" | "cases";

function hashesOf(disk: AuthorFiles | undefined): string {
  return JSON.stringify(disk?.files.map(({ path, hash }) => [path, hash]));
}

export function eventFilesOf({ files }: AuthorFiles): AuthorFiles["files"] {
  return files.filter(({ kind }) => kind === "event");
}

/** Modules run at the server, with the texts of this page. */
function useTransforms(
  client: Client | undefined,
  { state, dispatch, editEvent }: Context,
): Transforms {
  const [problem, setProblem] = useState<string | undefined>();
  const [isRunning, setRunning] = useState(false);
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => setProblem(undefined), [state.config, state.others, state.event]);

  const run = async (): Promise<void> => {
    const state = latest.current;
    const read = readEvent(state.event);
    if (client === undefined || !read.ok) return;
    const { path, headers = {}, query = {} } = read.event;
    const texts = editedFilesOf(state)
      .filter(({ kind, isChanged }) => isChanged && kind !== "test")
      .map((file) => [file.path, file.text]);
    setRunning(true);
    try {
      const explanation = await client.post<Explanation>("explain", {
        texts: Object.fromEntries(texts),
        event: { path, headers, query, payload: state.event.payload },
      });
      const { config, others, event } = latest.current;
      // Somebody typed meanwhile: this answer is about another event or config.
      const isCurrent = config === state.config && others === state.others && event === state.event;
      if (isCurrent) dispatch({ kind: "ran", explanation });
    } catch (error) {
      const { message, hint } = error as ApiFailure;
      setProblem(`${message} ${hint ?? ""}`);
    }
    setRunning(false);
  };
  return useMemo(
    () => ({
      ran: state.ran,
      problem,
      isRunning,
      onRun: () => void run(),
      onAgain: () => {
        dispatch({ kind: "ran" });
        editEvent();
      },
    }),
    [state.ran, problem, isRunning],
  );
}

/** The event as a file, and the same without what looks private. */
async function prepareEvent(state: State, port: EnginePort): Promise<Saving | undefined> {
  const { format, event } = state;
  const read = readEvent(event);
  if (!read.ok) return undefined;
  const { shared, found } = await port.redact({ v: 1, config: "", format, event });
  const redacted = readEvent(shared.event);
  return {
    path: freeEventPath(read.event, state),
    text: eventToFile(read.event, event.payload),
    found,
    ...(redacted.ok &&
      found.length > 0 && { redacted: eventToFile(redacted.event, shared.event.payload) }),
  };
}

/** A live event came without its secrets. The file says so, as one of `hookwright record` does. */
function liveToSaving(event: LiveEvent, state: State): Saving {
  const { recorded } = event as { readonly recorded?: { readonly redacted?: readonly Redacted[] } };
  const read = readEvent(textsOf(event));
  return {
    path: freeEventPath(read.ok ? read.event : { payload: {}, ...event }, state),
    text: `${JSON.stringify(event, undefined, 2)}\n`,
    replaced: (recorded?.redacted ?? []).map(({ path }) => path),
  };
}

interface Redacted {
  readonly path: string;
}

/** The payload as it is written: its numbers keep their digits. */
function eventToFile({ path, headers = {}, query = {} }: HookEvent, payload: string): string {
  const parts: [string, string][] = [["path", JSON.stringify(path)]];
  const add = (name: string, values: object): void => {
    if (Object.keys(values).length > 0) parts.push([name, JSON.stringify(values, undefined, 2)]);
  };
  add("headers", headers);
  add("query", query);
  parts.push(["payload", payload.trim() === "" ? "{}" : payload.trim()]);
  const lines = parts.map(([name, text]) => `  "${name}": ${text.replaceAll("\n", "\n  ")}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

const KIND_HEADER = /(?:^|-)(?:event|topic)(?:-?(?:type|name|key))?$/i;

/** `events/github/push-1.event.json`, as `hookwright record` names it. */
function freeEventPath(
  { path, headers = {}, payload }: Pick<HookEvent, "path" | "headers" | "payload">,
  { disk }: State,
): string {
  const header = Object.entries(headers).find(([name]) => KIND_HEADER.test(name))?.[1];
  const fields = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const kind = [header, fields["type"], fields["event"]].find(isText) ?? "event";
  const action = isText(fields["action"]) ? `-${fields["action"]}` : "";
  const base = `events/${toFileName(path) || "hook"}/${toFileName(`${String(kind)}${action}`) || "event"}`;
  for (let count = 1; ; count += 1) {
    const free = `${base}-${count}.event.json`;
    if (disk?.files.some((file) => file.path === free) !== true) return free;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Attack: a value of a sender becomes the name of a file. The server checks it, too. */
function toFileName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
}

interface CasesContext {
  readonly port: EnginePort;
  readonly testFile: string;
  readonly before: string;
}

type PrepareResult =
  | { readonly ok: true; readonly saving: Saving }
  | { readonly ok: false; readonly message: string };

/** Signatures and tokens never get into a test; of a payload, what looks private is listed. */
async function prepareCases(
  cases: readonly TestCase[],
  { port, testFile, before }: CasesContext,
): Promise<PrepareResult> {
  let text = before;
  const found = new Set<string>();
  for (const kept of cases) {
    const safe = kept.file === undefined ? await withoutProofs(kept, port) : { kept, found: [] };
    for (const one of safe.found) found.add(one);
    const added = await port.addCase({ filename: testFile, text, added: caseToData(safe.kept) });
    if (!added.ok) return { ok: false, message: `${testFile}: ${added.message}` };
    text = added.text;
  }
  return { ok: true, saving: { path: testFile, text, found: [...found] } };
}

/** The case without signatures and tokens in its headers, and what else looks private. */
async function withoutProofs(
  kept: TestCase,
  port: EnginePort,
): Promise<{ readonly kept: TestCase; readonly found: readonly string[] }> {
  const event = writeEvent(kept.event);
  const { shared, found } = await port.redact({ v: 1, config: "", format: "yaml", event });
  const read = readEvent({ ...shared.event, payload: "{}" });
  const headers = (read.ok ? read.event.headers : undefined) ?? {};
  return {
    kept: { ...kept, event: { ...kept.event, headers } },
    found: found.filter((one) => !one.startsWith("headers.")),
  };
}
