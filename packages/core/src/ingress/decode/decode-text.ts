// Bytes in UTF-8 → their text without a byte order mark, or undefined where they are something else.

/** Every supported runtime has it. */
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
