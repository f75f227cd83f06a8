// A textarea and what may stand at its caret → a list that a key opens, and that the keyboard alone can use.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Completion } from "../model/messages.ts";
import { insertText } from "./insert-text.ts";

/** Undefined if nothing is known there. */
export type Complete = (text: string, caret: number) => Promise<Completion | undefined>;

interface Shown extends Completion {
  /** Those that begin with what was typed, then those that contain it. */
  readonly matching: readonly string[];
  readonly index: number;
}

interface UsedCompletion {
  /** For the textarea. */
  readonly attributes: {
    readonly "aria-autocomplete": "list";
    readonly "aria-controls": string;
    readonly "aria-activedescendant"?: string;
  };
  /** Before anything else that a key does. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** After each edit. */
  readonly onInput: () => void;
  readonly close: () => void;
  readonly list: preact.ComponentChild;
}

const LIST_ID = "completion";

/** Nothing happens while somebody types: a list is asked for by a key, and only an open one follows the text. */
export function useCompletion(
  areaRef: RefObject<HTMLTextAreaElement> | { current: HTMLTextAreaElement | null },
  complete: Complete,
): UsedCompletion {
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [said, setSaid] = useState("");
  const close = (): void => setShown(undefined);

  const ask = async (area: HTMLTextAreaElement): Promise<void> => {
    const { value, selectionStart } = area;
    const found = await complete(value, selectionStart);
    // Somebody typed meanwhile.
    if (area.value !== value || area.selectionStart !== selectionStart) return;
    const matching = found && matchingOf(found, value.slice(found.start, selectionStart));
    setShown(found && matching?.length ? { ...found, matching, index: 0 } : undefined);
    setSaid(matching?.length ? `${matching.length} suggestions.` : "No suggestions here.");
  };
  const accept = (area: HTMLTextAreaElement, word: string | undefined): void => {
    if (shown === undefined || word === undefined) return;
    close();
    setSaid("");
    insertText(area, shown.start, shown.end, word + shown.after);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const area = areaRef.current;
    if (area === null) return;
    if (isOpener(event)) {
      event.preventDefault();
      void ask(area);
    } else if (shown !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      onKeyOfList(event, area, shown);
    }
  };
  const onKeyOfList = (
    event: KeyboardEvent,
    area: HTMLTextAreaElement,
    { matching, index, ...rest }: Shown,
  ): void => {
    const step = STEPS.get(event.key);
    const isTaken = event.key === "Enter" || event.key === "Tab";
    if (step !== undefined || isTaken || event.key === "Escape") event.preventDefault();
    if (isTaken) accept(area, matching[index]);
    else if (step !== undefined) {
      const next = (index + step + matching.length) % matching.length;
      setShown({ ...rest, matching, index: next });
    } else if (CLOSERS.has(event.key)) close();
  };
  const onInput = (): void => {
    const area = areaRef.current;
    if (shown === undefined || area === null) return;
    const typed = area.value.slice(shown.start, area.selectionStart);
    const matching = /^[\w.@-]*$/.test(typed) ? matchingOf(shown, typed) : [];
    const [, after = ""] = /^([\w-]*)/.exec(area.value.slice(area.selectionStart)) ?? [];
    const end = area.selectionStart + after.length;
    setShown(matching.length === 0 ? undefined : { ...shown, end, matching, index: 0 });
  };
  return {
    attributes: {
      "aria-autocomplete": "list",
      "aria-controls": LIST_ID,
      ...(shown && { "aria-activedescendant": optionId(shown.index) }),
    },
    onKeyDown,
    onInput,
    close,
    list: (
      <>
        <List
          shown={shown}
          area={areaRef.current}
          onChoose={(word) => areaRef.current && accept(areaRef.current, word)}
        />
        <span class="spoken" role="status">
          {said}
        </span>
      </>
    ),
  };
}

/** macOS may take Ctrl+Space for itself. */
function isOpener({ key, code, ctrlKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey && key === " ") || (altKey && code === "Slash");
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

/** The caret goes elsewhere, or the list is not wanted. */
const CLOSERS: ReadonlySet<string> = new Set([
  "Escape",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown",
]);

function optionId(index: number): string {
  return `${LIST_ID}-${index}`;
}

function matchingOf({ words }: Completion, typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const at = (word: string): number => word.toLowerCase().indexOf(wanted);
  const sorted = words.filter((word) => at(word) >= 0 && word !== typed);
  return [...sorted.filter((word) => at(word) === 0), ...sorted.filter((word) => at(word) > 0)];
}

interface ListProps {
  readonly shown: Shown | undefined;
  readonly area: HTMLTextAreaElement | null;
  readonly onChoose: (word: string) => void;
}

function List({ shown, area, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown !== undefined && area !== null && list.current !== null)
      place(list.current, area, shown);
  }, [shown]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [shown?.index]);
  return (
    <div
      ref={list}
      id={LIST_ID}
      class="completion"
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      hidden={shown === undefined}
    >
      {shown?.matching.map((word, index) => (
        <div
          key={word}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === shown.index}
          onMouseDown={(event) => {
            // The caret stays in the text.
            event.preventDefault();
            onChoose(word);
          }}
        >
          {word}
        </div>
      ))}
    </div>
  );
}

/** Below the word, or above it where there is no room. The editor has one width for all letters. */
function place(list: HTMLElement, area: HTMLTextAreaElement, { start }: Shown): void {
  const lines = area.value.slice(0, start).split("\n");
  const { lineHeight, paddingTop, paddingLeft } = getComputedStyle(area);
  const height = Number.parseFloat(lineHeight);
  const top = Number.parseFloat(paddingTop) + (lines.length - 1) * height - area.scrollTop;
  const isBelow = top + height + list.offsetHeight <= area.clientHeight;
  list.style.top = `${isBelow ? top + height : Math.max(0, top - list.offsetHeight)}px`;
  const column = `${paddingLeft} + ${lines.at(-1)?.length ?? 0}ch - ${area.scrollLeft}px`;
  list.style.left = `min(${column}, 100% - ${list.offsetWidth}px)`;
}
