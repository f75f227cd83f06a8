// An edit by program that the browser's own undo takes back.

/** `execCommand` is the only way into the undo history of a textarea: `setRangeText` and `value` clear it. */
export function insertText(
  area: HTMLTextAreaElement,
  start: number,
  end: number,
  text: string,
): void {
  area.focus();
  area.setSelectionRange(start, end);
  const isDone = document.execCommand(text === "" ? "delete" : "insertText", false, text);
  if (!isDone) {
    area.setRangeText(text, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Selects a range and scrolls to its line. */
export function selectRange(area: HTMLTextAreaElement, start: number, end: number): void {
  area.focus();
  area.setSelectionRange(start, end);
  const line = area.value.slice(0, start).split("\n").length - 1;
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, line * lineHeight - area.clientHeight / 3);
}
