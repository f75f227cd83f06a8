// What a case of the language says: the shape of the files in cases/.

export interface LanguageCase {
  /** The construct, or the sentence of the guide. */
  readonly name: string;
  readonly template: string;
  /** `$proto` means an own key `__proto__`, which JSON cannot give to a literal. */
  readonly payload: unknown;
  readonly partials?: Readonly<Record<string, string>>;
  /** What we render; absent where we refuse the template. */
  readonly text?: string;
}

/** Where we do on purpose what Handlebars does not. */
export interface Deviation extends LanguageCase {
  readonly reason: string;
  /** Why we refuse the template, with the position. */
  readonly problem?: { readonly code: string; readonly line: number; readonly column: number };
  /** What Handlebars renders; `throws` where it fails, compiling or rendering. */
  readonly handlebars: string;
  /** Whether Handlebars is asked with its escaping on. */
  readonly escape?: boolean;
}
