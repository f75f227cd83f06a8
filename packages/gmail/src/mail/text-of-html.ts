// HTML → its text, by the helper htmlToText of the template language.
import { compileTemplate, type Template } from "@hookwright/template";
import type { MailText } from "./mail-from-message.ts";

/** Characters that are read. The next smaller number is tried where so much HTML takes too much work. */
const MAX_CHARACTERS: readonly number[] = [2 ** 19, 2 ** 16, 2 ** 13];

export function createTextOfHtml(): (html: string) => MailText {
  let template: Template | undefined;
  return (html) => {
    template ??= compile();
    for (const maxCharacters of MAX_CHARACTERS) {
      const explained = template.explain({ payload: { html: html.slice(0, maxCharacters) } });
      if (explained.ok) return { text: explained.text, isCut: html.length > maxCharacters };
    }
    return { text: "", isCut: true };
  };
}

function compile(): Template {
  const compiled = compileTemplate("{{htmlToText html}}");
  if (compiled.ok) return compiled.template;
  throw new Error("htmlToText is a helper of the template language.");
}
