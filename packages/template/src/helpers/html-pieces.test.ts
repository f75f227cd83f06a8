import { expect, it } from "vitest";
import { htmlPieces } from "./html.ts";

it.each([
  ["", ["|"]],
  ["a", ["a|"]],
  ["a<b>c</B>d", ["a|b", "c|b", "d|"]],
  ["a<br/>b<hr>", ["a|br", "b|hr", "|"]],
  ["<a title=\">\" href = '>'>x", ["|a", "x|"]],
  ["<p don't>x<p a=b'>y", ["|p", "x|p", "y|"]],
  ["1 < 2 <3 </ 4 <> a<", ["1 < 2 <3 </ 4 <> a<|"]],
  ["a<!-- <b> -- > -->c<!-->d<!--->e", ["a|", "c|", "d|", "e|"]],
  ["<!doctype html>a<?xml?>b", ["|", "a|", "b|"]],
  ["a<script src='x'>if (1<2) '</scripty>'</SCRIPT\n>b", ["a|script", "b|"]],
  ["<style>a{}</style>b<title>c</title>", ["|style", "b|title", "|"]],
  ["</script>a", ["|script", "a|"]],
  ["a<b", ["a|b", "|"]],
  ['a<b title="x>y', ["a|b", "|"]],
  ["a<!-- b", ["a|", "|"]],
  ["a<!b", ["a|", "|"]],
  ["a<script>b", ["a|script", "|"]],
  ["a<script>b</script", ["a|script", "|"]],
  ["a<script>b</script x", ["a|script", "|"]],
])("htmlPieces() of %j are %j", (html, pieces) => {
  expect([...htmlPieces(html)].map(({ text, tag }) => `${text}|${tag}`)).toEqual(pieces);
});

it.each([
  ["<a href='>' b>x</A >", [" href='>' b", "/ "]],
  ["<br/><!-- a -->", ["/"]],
])("htmlPieces() tells what stands in the tags of %j", (html, attributes) => {
  const tags = [...htmlPieces(html)].filter(({ tag }) => tag !== "");
  const told = tags.map((piece) => `${piece.isClosing ? "/" : ""}${piece.attributes}`);
  expect(told).toEqual(attributes);
});
