// The page's side of the worker. One question is asked at a time: of those that come meanwhile, the latest is kept.
import type { SetValueResult } from "@hookwright/config/text";
import type {
  CaseQuestion,
  Completion,
  CompletionQuestion,
  EventFile,
  FileEvents,
  FromWorker,
  LocateQuestion,
  Question,
  SentAnswer,
  ToWorker,
} from "../model/messages.ts";
import type { Redacted, Shared } from "../model/share.ts";

export interface EnginePort {
  ask(question: Question): void;
  locate(question: LocateQuestion): Promise<readonly [number, number] | undefined>;
  redact(shared: Shared): Promise<Redacted>;
  /** Undefined if nothing is known. */
  complete(question: CompletionQuestion): Promise<Completion | undefined>;
  /** The events of an author's files. */
  readEvents(files: readonly EventFile[]): Promise<FileEvents>;
  /** The text of a test file with another case. */
  addCase(question: CaseQuestion): Promise<SetValueResult>;
  setBaseline(): void;
}

declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedPolicy }
  | undefined;

interface TrustedPolicy {
  createScriptURL(url: string): string;
}

/** The page's CSP allows this policy alone, and this policy allows the page's own worker alone. */
function trustedUrl(url: string): string {
  if (typeof trustedTypes === "undefined") return url;
  return trustedTypes
    .createPolicy("hookwright-worker", {
      createScriptURL: (wanted) => {
        if (wanted === url) return wanted;
        throw new TypeError("Only the worker of this page is a trusted script.");
      },
    })
    .createScriptURL(url);
}

export function createEnginePort(
  workerUrl: string,
  show: (answer: SentAnswer) => void,
): EnginePort {
  const worker = new Worker(trustedUrl(workerUrl), { type: "module" });
  /** What waits for an answer of its own, by id. */
  const waiting = new Map<number, (answer: FromWorker) => void>();
  let last = 0;
  const send = (message: ToWorker): void => worker.postMessage(message);
  const request = (create: (id: number) => ToWorker): Promise<FromWorker> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      send(create(last));
    });
  let isAsked = false;
  let next: Question | undefined;
  const ask = (question: Question): void => {
    isAsked = true;
    send({ kind: "ask", id: ++last, question });
  };
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === "answer") {
      show(data.answer);
      const question = next;
      next = undefined;
      isAsked = question !== undefined;
      if (question !== undefined) ask(question);
    } else waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  return {
    ask: (question) => {
      // Samples are sent once: they must survive a question that is dropped.
      if (isAsked) next = { ...next, ...question };
      else ask(question);
    },
    setBaseline: () => send({ kind: "baseline", id: ++last }),
    locate: async (question) => {
      const answer = await request((id) => ({ kind: "locate", id, question }));
      return answer.kind === "located" ? answer.range : undefined;
    },
    complete: async (question) => {
      const answer = await request((id) => ({ kind: "complete", id, question }));
      return answer.kind === "completed" ? answer.completion : undefined;
    },
    readEvents: async (files) => {
      const answer = await request((id) => ({ kind: "events", id, files }));
      return answer.kind === "events" ? answer : { events: [], unread: [] };
    },
    addCase: async (question) => {
      const answer = await request((id) => ({ kind: "case", id, question }));
      return answer.kind === "case" ? answer.result : { ok: false, message: "" };
    },
    redact: async (shared) => {
      const answer = await request((id) => ({ kind: "redact", id, shared }));
      return answer.kind === "redacted" ? answer.redacted : { shared, found: [] };
    },
  };
}
