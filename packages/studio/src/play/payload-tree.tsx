// The text of a long payload → a folded tree of it, which draws what is open alone.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { visibleText } from "../view-model/visible-text.ts";

interface PayloadTreeProps {
  readonly text: string;
  /** A path such as `commits.0.message`: it is opened and shown. Another object shows it again. */
  readonly revealed: { readonly path: string } | undefined;
}

/** A text area of more lines is slow to scroll and to read. */
const MAX_LINES = 2_000;

export function isLong(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines > MAX_LINES) return true;
  }
  return false;
}

export function PayloadTree({ text, revealed }: PayloadTreeProps) {
  const value = useMemo(() => parse(text), [text]);
  return (
    <div class="tree" role="group" aria-label="Payload as a tree" tabIndex={0}>
      {value === undefined ? (
        <p class="note">The text is not JSON: edit it as text.</p>
      ) : (
        <Branch name="payload" path="" value={value} revealed={revealed} isOpen />
      )}
    </div>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface NodeProps {
  readonly name: string;
  /** Empty for the payload itself. */
  readonly path: string;
  readonly value: unknown;
  readonly revealed: PayloadTreeProps["revealed"];
  readonly isOpen?: boolean;
}

/** Of one object or list, until somebody asks for more. */
const PAGE = 100;

function Branch({ name, path, value, revealed, isOpen: isFirst = false }: NodeProps) {
  const [isOpen, setOpen] = useState(isFirst);
  const [[start, end], setShown] = useState<readonly [number, number]>([0, PAGE]);
  const entries = useMemo(() => (isOpen ? Object.entries(value as object) : []), [value, isOpen]);
  const below = revealed !== undefined && isBelow(revealed.path, path);
  useEffect(() => {
    if (below) setOpen(true);
  }, [revealed]);
  useEffect(() => {
    const index = below ? entries.findIndex(([key]) => isAt(revealed.path, join(path, key))) : -1;
    if (index >= 0 && (index < start || index >= end)) setShown([index, index + PAGE]);
  }, [revealed, entries]);
  const isRevealed = revealed?.path === path;
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRevealed) own.current?.scrollIntoView({ block: "center" });
  }, [revealed]);
  const size = Object.keys(value as object).length;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={own} class={isRevealed ? "focused" : undefined}>
        <span class="key">{visibleText(name)}</span>{" "}
        {Array.isArray(value) ? `[${size}]` : `{${size}}`}
      </summary>
      {start > 0 ? (
        <button
          type="button"
          class="quiet"
          onClick={() => setShown([Math.max(0, start - PAGE), end])}
        >
          Show those before
        </button>
      ) : undefined}
      {entries.slice(start, end).map(([key, one]) => {
        const props = { name: key, path: join(path, key), value: one, revealed };
        return isBranch(one) ? <Branch key={key} {...props} /> : <Leaf key={key} {...props} />;
      })}
      {entries.length > end ? (
        <button type="button" class="quiet" onClick={() => setShown([start, end + PAGE])}>
          Show more of {entries.length}
        </button>
      ) : undefined}
    </details>
  );
}

const MAX_CHARACTERS = 300;

function Leaf({ name, path, value, revealed }: NodeProps) {
  const row = useRef<HTMLDivElement>(null);
  const isRevealed = revealed !== undefined && isAt(revealed.path, path);
  useEffect(() => {
    if (isRevealed) row.current?.scrollIntoView({ block: "center" });
  }, [revealed]);
  const text = textOf(value);
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  return (
    <div ref={row} class={isRevealed ? "leaf focused" : "leaf"}>
      <span class="key">{visibleText(name)}</span>: {visibleText(cut)}
    </div>
  );
}

function isBranch(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Numbers of JSON may have more digits than those of a page. */
function textOf(value: unknown): string {
  const isRounded = typeof value === "number" && Number.isInteger(value);
  const sign = isRounded && !Number.isSafeInteger(value) ? "about " : "";
  return sign + JSON.stringify(value);
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** A key may have a point, so paths are compared and not taken apart. */
function isBelow(wanted: string, path: string): boolean {
  return path === "" || wanted.startsWith(`${path}.`);
}

function isAt(wanted: string, path: string): boolean {
  return wanted === path || wanted.startsWith(`${path}.`);
}
