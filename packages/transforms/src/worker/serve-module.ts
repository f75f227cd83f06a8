// Lines from the server → calls of one module's functions → lines to the server. Runs in a worker.
import { type CallResultText, callExport } from "../calls/call-export.ts";
import { describeExports, describeThrown } from "../calls/call-result.ts";
import { restoreContext } from "../calls/copy-context.ts";
import type { MessageFromWorker, MessageToWorker } from "./read-message.ts";

interface WorkerPort {
  readonly send: (line: string) => void;
  /** Stops waiting for messages; the process then ends by itself. */
  readonly retire: () => void;
}

interface ModuleServer {
  /** Resolves when the message has been answered. */
  readonly receive: (line: string) => Promise<void>;
  readonly reportBackground: (thrown: unknown) => void;
}

/** A timer that keeps failing must not flood the server with reports. */
const MAX_BACKGROUND_REPORTS = 10;

/** Attack: a module may replace the global JSON, so these are read before it is loaded. */
const { parse, stringify } = JSON;

export function createModuleServer(port: WorkerPort): ModuleServer {
  let namespace: unknown;
  const running = new Map<string, AbortController>();
  let reports = 0;
  const send = (message: MessageFromWorker): void => port.send(stringify(message));

  const load = async (url: string): Promise<void> => {
    try {
      namespace = await import(url);
      send({ kind: "loaded", exports: describeExports(namespace) });
    } catch (error) {
      send({ kind: "unloadable", thrown: describeThrown(error) });
    }
  };

  return {
    receive: async (line) => {
      const message = parse(line) as MessageToWorker;
      if (message.kind === "load") return load(message.url);
      if (message.kind === "retire") return port.retire();
      const { id } = message;
      if (message.kind === "abort") return running.get(id)?.abort(message.reason);
      const { path, timeoutMs, abortable, context } = message;
      send({ kind: "taken", id });
      const controller = new AbortController();
      if (abortable) running.set(id, controller);
      const answer = await callExport(namespace, {
        ...{ path, timeoutMs, context: restoreContext(context) },
        ...(abortable && { signal: controller.signal }),
      });
      running.delete(id);
      port.send(answerToLine(id, answer));
    },
    reportBackground: (thrown) => {
      reports += 1;
      if (reports > MAX_BACKGROUND_REPORTS) return;
      send({ kind: "background", thrown: describeThrown(thrown) });
    },
  };
}

/** The result is JSON text already, so it is not serialised a second time. */
function answerToLine(id: string, answer: CallResultText): string {
  return `{"kind":"answer","id":${stringify(id)},"outcome":${outcomeToText(answer)}}`;
}

function outcomeToText(answer: CallResultText): string {
  if (answer.kind !== "result") return stringify(answer);
  return answer.json === undefined
    ? '{"kind":"result"}'
    : `{"kind":"result","result":${answer.json}}`;
}
