// /github/ → github: how names of hooks are compared.

export function stripOuterSlashes(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "/") start += 1;
  while (end > start && text[end - 1] === "/") end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
