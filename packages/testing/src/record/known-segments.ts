// Replaced texts → their positions in other texts, as whole words.
import type { TextRange } from "./random-text.ts";

/** Shorter values are parts of ordinary texts too often. */
const MIN_CHARACTERS = 4;

const MAX_CHARACTERS = 200;

/** A word, or a character between words. */
const PIECE = /[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;

const WORD_START = /^[\p{L}\p{N}]/u;

interface Node<T> {
  readonly next: Map<string, Node<T>>;
  facts?: T;
}

/**
 * A value is a path of pieces in a tree, so that a text is searched in linear time, however many values are known. Attack:
 * an event whose values all begin alike, and a text of such beginnings.
 */
export class KnownSegments<T> {
  /** By the characters before the first word of a value. */
  readonly #byLead = new Map<string, Node<T>>();
  #longestLead = 0;

  /** Ignores values without a letter: ids and issue numbers may have the same digits. */
  add(value: string, facts: T): void {
    if (value.length < MIN_CHARACTERS || value.length > MAX_CHARACTERS || !/\p{L}/u.test(value)) {
      return;
    }
    const pieces = value.match(PIECE) as RegExpMatchArray;
    const first = pieces.findIndex((piece) => WORD_START.test(piece));
    const lead = pieces.slice(0, first).join("");
    this.#longestLead = Math.max(this.#longestLead, lead.length);
    let node = getOrAdd(this.#byLead, lead);
    for (const piece of pieces.slice(first)) node = getOrAdd(node.next, piece);
    node.facts = facts;
  }

  /** In order, without overlaps; of two that begin at one word, the longer one. */
  find(text: string): readonly (TextRange & { readonly facts: T })[] {
    const found: (TextRange & { readonly facts: T })[] = [];
    if (this.#byLead.size === 0) return found;
    const pieces = text.match(PIECE) ?? [];
    let at = 0;
    let leadAt = 0;
    for (const [index, piece] of pieces.entries()) {
      const isWord = WORD_START.test(piece);
      const free = Math.max(leadAt, found.at(-1)?.end ?? 0);
      if (isWord && at >= free) {
        const one = this.#findAt({ text, pieces, index, at, leadAt: free });
        if (one !== undefined) found.push(one);
      }
      at += piece.length;
      if (isWord) leadAt = at;
    }
    return found;
  }

  /** The longest value with its first word at `at`, and its leading characters after `leadAt`. */
  #findAt({
    text,
    pieces,
    index,
    at,
    leadAt,
  }: {
    readonly text: string;
    readonly pieces: readonly string[];
    readonly index: number;
    readonly at: number;
    readonly leadAt: number;
  }): (TextRange & { readonly facts: T }) | undefined {
    const longest = Math.min(this.#longestLead, at - leadAt);
    let best: (TextRange & { readonly facts: T }) | undefined;
    for (let lead = longest; lead >= 0; lead--) {
      const start = at - lead;
      let node = this.#byLead.get(text.slice(start, at));
      let end = at;
      for (let next = index; node !== undefined && next < pieces.length; next++) {
        const piece = pieces[next] as string;
        node = node.next.get(piece);
        end += piece.length;
        const facts = node?.facts;
        if (facts === undefined) continue;
        if (best === undefined || end - start > best.end - best.start) best = { start, end, facts };
      }
    }
    return best;
  }
}

function getOrAdd<T>(nodes: Map<string, Node<T>>, key: string): Node<T> {
  const known = nodes.get(key);
  if (known !== undefined) return known;
  const added: Node<T> = { next: new Map() };
  nodes.set(key, added);
  return added;
}
