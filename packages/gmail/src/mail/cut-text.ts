// A text → its beginning, of at most so many bytes in UTF-8 and without half a character.

export function cutText(text: string, maxBytes: number): string {
  // Three bytes are the most that one unit of UTF-16 takes.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes + 1), "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // The second and further bytes of a character begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
