import { expect, test } from "vitest";
import { createTextOfHtml } from "./mail-from-message.ts";

const textOfHtml = createTextOfHtml();

test("run 8: textOfHtml() gives what a mail program shows, and escapes nothing", () => {
  const html = "<style>p{}</style><p>It&#39;s &lt;5&gt; &amp; more</p><p>Bye</p>";
  expect(textOfHtml(html)).toEqual({ text: "It's <5> & more\n\nBye", isCut: false });
});

test("textOfHtml() reads the beginning of HTML that is too long or too much work", () => {
  const long = textOfHtml(`<p>${"word ".repeat(200_000)}</p>`);
  expect(long.isCut).toBe(true);
  expect(long.text.length).toBeGreaterThan(20_000);
  const deep = textOfHtml("<b>x".repeat(100_000));
  expect(deep.isCut).toBe(true);
  expect(deep.text.length).toBeGreaterThan(1_000);
});
