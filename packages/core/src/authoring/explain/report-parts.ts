// A resolution and the reports of its fields → which spans became which part of each action.

import type {
  Action,
  FieldReport,
  PartPiece,
  PartReport,
  Resolution,
  Span,
  TextPart,
} from "../../model/index.ts";
import { cleanText, neutralizePieces } from "../../serving/fence/index.ts";

/** Requests to `/agent` and `/wake` have no templates, so they have no parts here. */
export function reportParts(
  resolution: Resolution,
  fields: readonly FieldReport[],
): readonly PartReport[] {
  if (resolution.outcome === "action") {
    return resolution.mappingId === undefined ? [] : partsOf(resolution.action, {}, fields);
  }
  if (resolution.outcome !== "batch") return [];
  const isOfSeveral = resolution.mappingIds !== undefined;
  return resolution.elements.flatMap(({ index, element, resolution: one }) => {
    if (one.outcome !== "action") return [];
    const key = isOfSeveral ? { mappingId: one.mappingId, index: element } : { index };
    return partsOf(one.action, key, fields);
  });
}

/** Which of the reports of fields are those of an action. */
interface ActionKey {
  readonly mappingId?: string | undefined;
  readonly index?: number | undefined;
}

function fieldOf(
  name: string,
  { mappingId, index }: ActionKey,
  fields: readonly FieldReport[],
): FieldReport | undefined {
  return fields.find(
    (one) => one.field === name && one.index === index && one.mappingId === mappingId,
  );
}

function keyToReport({ mappingId, index }: ActionKey): Pick<PartReport, "mappingId" | "index"> {
  return {
    ...(mappingId !== undefined && { mappingId }),
    ...(index !== undefined && { index }),
  };
}

function partsOf(
  { kind, parts }: Action,
  key: ActionKey,
  fields: readonly FieldReport[],
): readonly PartReport[] {
  if (kind === "deliver") return partsOfDelivery(parts, key, fields);
  return parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    const text = kind === "agent" ? "message" : "text";
    const field = isLast ? text : "instructions";
    const report = fieldOf(field, key, fields);
    return {
      ...keyToReport(key),
      part: at,
      field,
      pieces: piecesOf(part, report),
    };
  });
}

/** The parts of a delivery follow each other in its text. */
function partsOfDelivery(
  parts: readonly TextPart[],
  key: ActionKey,
  fields: readonly FieldReport[],
): readonly PartReport[] {
  const spans = fieldOf("text", key, fields)?.spans ?? [];
  let next = 0;
  return parts.map(({ text }, part) => {
    const pieces: PartPiece[] = [];
    let found = "";
    for (; found.length < text.length && next < spans.length; next++) {
      const piece = cleanText((spans[next] as Span).text);
      if (piece !== "") pieces.push({ text: piece, span: next });
      found += piece;
    }
    return {
      ...keyToReport(key),
      part,
      field: "text",
      pieces: found === text ? pieces : [{ text }],
    };
  });
}

/** A transform may have replaced the text: then it is one piece. */
function piecesOf({ text }: TextPart, report: FieldReport | undefined): readonly PartPiece[] {
  const rendered = report?.spans.map((span) => span.text) ?? [];
  // Most texts are unchanged.
  const ways = [() => rendered, () => trimmed(rendered), () => neutralizePieces(rendered)];
  for (const way of ways) {
    const texts = way();
    if (texts.join("") === text) return piecesFromTexts(texts);
  }
  return [{ text }];
}

function piecesFromTexts(texts: readonly string[]): readonly PartPiece[] {
  return texts.flatMap((piece, span) => (piece === "" ? [] : [{ text: piece, span }]));
}

/** As instructions are: without white space around the whole. */
function trimmed(texts: readonly string[]): readonly string[] {
  const joined = texts.join("");
  const start = joined.length - joined.trimStart().length;
  const end = joined.trimEnd().length;
  let at = 0;
  return texts.map((text) => {
    const from = at;
    at += text.length;
    return text.slice(Math.max(0, start - from), Math.max(0, end - from));
  });
}
