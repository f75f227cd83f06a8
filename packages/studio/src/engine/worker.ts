// The worker of the page: questions in, answers out.
import type { Answer, FromWorker, SentAnswer, SentResult, ToWorker } from "../model/messages.ts";
import { addCase, readEventFiles } from "./author-texts.ts";
import { createEngine } from "./create-engine.ts";

const engine = createEngine();
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ToWorker }) => void;
  postMessage(message: FromWorker): void;
};

scope.onmessage = ({ data }) => {
  if (data.kind === "baseline") engine.setBaseline();
  else if (data.kind === "locate") {
    void engine.locate(data.question).then((range) => {
      scope.postMessage({ kind: "located", id: data.id, ...(range !== undefined && { range }) });
    });
  } else if (data.kind === "events") {
    void readEventFiles(data.files).then((read) => {
      scope.postMessage({ kind: "events", id: data.id, ...read });
    });
  } else if (data.kind === "case") {
    void addCase(data.question).then((result) => {
      scope.postMessage({ kind: "case", id: data.id, result });
    });
  } else if (data.kind === "complete") {
    void import("./complete-text.ts")
      .then(({ completeText }) => completeText(data.question))
      .then((completion) => {
        scope.postMessage({ kind: "completed", id: data.id, ...(completion && { completion }) });
      });
  } else if (data.kind === "redact") {
    // Only who shares waits for what looks for secrets.
    void import("./redact-shared.ts").then(({ redactShared }) => {
      scope.postMessage({ kind: "redacted", id: data.id, redacted: redactShared(data.shared) });
    });
  } else {
    void engine.ask(data.question).then((answer) => {
      scope.postMessage({ kind: "answer", id: data.id, answer: withoutKnown(answer) });
    });
  }
};

/** The lists of the last result, as JSON. */
const known = { strip: "", mappings: "" };

/** Long lists that are as in the last result are not sent again, and not drawn again. */
function withoutKnown({ result, ...answer }: Answer): SentAnswer {
  if (result === undefined) return answer;
  const sent: Mutable<SentResult> = { ...result };
  for (const key of ["strip", "mappings"] as const) {
    const text = JSON.stringify(result[key]);
    if (text === known[key]) delete sent[key];
    known[key] = text;
  }
  return { ...answer, result: sent };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
