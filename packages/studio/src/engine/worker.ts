// The worker of the page: questions in, answers out. While it is busy, only the latest question is kept.
import type { FromWorker, ToWorker } from "../model/messages.ts";
import { addCase, readEventFiles } from "./author-texts.ts";
import { createEngine } from "./create-engine.ts";

const engine = createEngine();
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ToWorker }) => void;
  postMessage(message: FromWorker): void;
};

let waiting: Extract<ToWorker, { kind: "ask" }> | undefined;
let isBusy = false;

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
    // Samples are sent once: they must survive a question that is dropped.
    const samples = data.question.samples ?? waiting?.question.samples;
    waiting = {
      ...data,
      question: { ...data.question, ...(samples !== undefined && { samples }) },
    };
    if (!isBusy) void work();
  }
};

async function work(): Promise<void> {
  isBusy = true;
  while (waiting !== undefined) {
    const { id, question } = waiting;
    waiting = undefined;
    const answer = await engine.ask(question);
    scope.postMessage({ kind: "answer", id, answer });
    // Lets newer questions in before the next one begins.
    await new Promise((resolve) => setTimeout(resolve));
  }
  isBusy = false;
}
