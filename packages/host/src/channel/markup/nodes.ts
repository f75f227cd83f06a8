// What a Markdown text is made of: blocks, and the spans of their text.

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "bold" | "italic" | "strike"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly text: string; readonly url: string };

/** Blocks follow each other by one line break; a blank line is a paragraph without children. */
export type Block =
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "heading" | "paragraph" | "quote"; readonly children: readonly Inline[] };
