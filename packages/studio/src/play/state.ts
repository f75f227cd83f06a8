// The state of the playground, and how each action changes it.
import type { Explanation } from "@hookwright/core";
import type { AuthorFile, AuthorFiles } from "@hookwright/host/api";
import type { EventText, Format } from "../model/event-text.ts";
import type { Result, SentAnswer } from "../model/messages.ts";
import type { Focus } from "../view-model/highlight-config.ts";

export interface State {
  readonly config: string;
  readonly format: Format;
  readonly event: EventText;
  /** The sample that was chosen, as long as nobody changed it. */
  readonly sample?: string;
  readonly answer?: SentAnswer;
  /** The last result without errors: it stays, grayed, while the config is broken. */
  readonly result?: Result;
  /** The focused expression, as a range of the config. */
  readonly focus?: Focus;
  /** A sentence for the reader, such as that a link was broken. */
  readonly notice?: string;
  /** The author's files as they are on the disk. Absent on a page without a server. */
  readonly disk?: AuthorFiles;
  /** Included files and tests as they are on this page. */
  readonly others?: readonly AuthorText[];
  /** The path of the file in the editor, if it is not the config. */
  readonly open?: string;
  /** What the event becomes with its transform, until something changes. */
  readonly ran?: Explanation;
}

/** A file that can be edited beside the config. */
interface AuthorText extends Pick<AuthorFile, "path" | "text"> {
  readonly kind: "include" | "test";
}

/** The text in the editor. */
export function openTextOf({ config, others = [], open }: State): string {
  return others.find(({ path }) => path === open)?.text ?? config;
}

/** Every file that can be edited, as it is on this page. */
export function editedFilesOf({ config, disk, others = [] }: State): readonly {
  readonly path: string;
  readonly text: string;
  readonly kind: AuthorFile["kind"];
  readonly isChanged: boolean;
}[] {
  if (disk === undefined) return [];
  const own = { path: disk.files[0]?.path ?? "", kind: "config" as const, text: config };
  return [own, ...others].map((file) => ({
    ...file,
    isChanged: disk.files.find(({ path }) => path === file.path)?.text !== file.text,
  }));
}

/** The state of the files of an author, before anything was edited. */
export function authorState(
  disk: AuthorFiles,
): Pick<State, "config" | "format" | "disk" | "others"> {
  const [config] = disk.files;
  return {
    disk,
    config: config?.text ?? "",
    format: formatOf(config?.path ?? ""),
    others: disk.files.flatMap(({ path, kind, text }) =>
      kind === "include" || kind === "test" ? [{ path, kind, text }] : [],
    ),
  };
}

export function formatOf(path: string): Format {
  return /\.ya?ml$/i.test(path) ? "yaml" : "json5";
}

export type Action =
  | { readonly kind: "config"; readonly text: string }
  | { readonly kind: "load"; readonly config: string; readonly format: Format }
  | { readonly kind: "event"; readonly change: Partial<EventText> }
  | { readonly kind: "sample"; readonly name?: string; readonly event: EventText }
  | { readonly kind: "answer"; readonly answer: SentAnswer }
  | { readonly kind: "focus"; readonly focus: Focus }
  | { readonly kind: "notice"; readonly text?: string }
  | { readonly kind: "open"; readonly path: string }
  /** The files were read again. */
  | { readonly kind: "disk"; readonly disk: AuthorFiles }
  /** A file has this text now, on the page, too. */
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  | { readonly kind: "ran"; readonly explanation?: Explanation };

/** These change what the event becomes. */
const CHANGES: ReadonlySet<Action["kind"]> = new Set(["config", "load", "event", "sample", "text"]);

export function reduce(before: State, action: Action): State {
  const state = CHANGES.has(action.kind) ? without(before, "ran") : before;
  switch (action.kind) {
    case "config":
      return withText(without(state, "focus"), state.open, action.text);
    case "load":
      return {
        ...without(without(state, "focus"), "open"),
        config: action.config,
        format: action.format,
      };
    case "open": {
      const rest = without(without(state, "focus"), "open");
      return action.path === state.disk?.files[0]?.path ? rest : { ...rest, open: action.path };
    }
    case "disk":
      return withDisk(state, action.disk);
    case "text":
      return withText(state, action.path, action.text);
    case "ran": {
      const { explanation } = action;
      return { ...without(state, "ran"), ...(explanation !== undefined && { ran: explanation }) };
    }
    case "event":
      return { ...without(state, "sample"), event: { ...state.event, ...action.change } };
    case "sample": {
      const rest = without(without(state, "sample"), "notice");
      return {
        ...rest,
        event: action.event,
        ...(action.name !== undefined && { sample: action.name }),
      };
    }
    case "answer": {
      const { answer } = action;
      if (answer.result === undefined) return { ...state, answer };
      return { ...state, answer, result: { ...NO_LISTS, ...state.result, ...answer.result } };
    }
    case "focus":
      return isSame(state.focus, action.focus)
        ? state
        : { ...without(state, "focus"), focus: action.focus };
    case "notice": {
      const rest = without(state, "notice");
      return action.text === undefined ? rest : { ...rest, notice: action.text };
    }
  }
}

/** `path` is that of the config, or of another file. */
function withText(state: State, path: string | undefined, text: string): State {
  const { others = [] } = state;
  if (!others.some((one) => one.path === path)) return { ...state, config: text };
  return {
    ...state,
    others: others.map((one) => (one.path === path ? { ...one, text } : one)),
  };
}

/** What was edited here stays; everything else is as on the disk. */
function withDisk(state: State, disk: AuthorFiles): State {
  const fresh = authorState(disk);
  const edited = editedFilesOf(state).filter(({ isChanged }) => isChanged);
  const kept = (path: string, text: string): string =>
    edited.find((one) => one.path === path)?.text ?? text;
  const changed = edited.filter(({ path, text }) => {
    const [now, then] = [disk, state.disk].map((one) =>
      one?.files.find((file) => file.path === path),
    );
    return now?.text !== then?.text && now?.text !== text;
  });
  const others = fresh.others?.map((one) => ({ ...one, text: kept(one.path, one.text) })) ?? [];
  const next = {
    ...state,
    ...fresh,
    others,
    config: kept(disk.files[0]?.path ?? "", fresh.config),
  };
  const isOpen = others.some(({ path }) => path === state.open);
  const opened = isOpen ? next : without(next, "open");
  if (changed.length === 0) return opened;
  const names = changed.map(({ path }) => path).join(", ");
  return {
    ...opened,
    notice: `Changed here and on the disk: ${names}. Save shows the difference before it writes.`,
  };
}

const NO_LISTS: Pick<Result, "strip" | "mappings"> = { strip: [], mappings: [] };

function without<Key extends keyof State>(state: State, key: Key): Omit<State, Key> {
  const { [key]: _, ...rest } = state;
  return rest;
}

function isSame(one: Focus, other: Focus): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}
