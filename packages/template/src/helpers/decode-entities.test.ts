import { expect, it } from "vitest";
import { decodeEntities } from "./html.ts";

it.each([
  ["&lt;a&gt; &amp; &quot;b&quot; &apos;", '<a> & "b" \''],
  ["&auml;&Ouml;&szlig;&yuml;&iexcl;&ETH;", "äÖßÿ¡Ð"],
  ["&nbsp;&euro;&hellip;&rarr;", "\u00a0€…→"],
  ["&#65;&#x42;&#X1f680;", "AB🚀"],
  ["&amp;lt;", "&lt;"],
  ["&#0;&#xD800;&#x110000;&#9999999;", "\ufffd\ufffd\ufffd\ufffd"],
  [
    "&nope; &constructor; &amp &; &#; &#x; &#12345678; &AMP;",
    "&nope; &constructor; &amp &; &#; &#x; &#12345678; &AMP;",
  ],
])("decodeEntities() of %j is %j", (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
