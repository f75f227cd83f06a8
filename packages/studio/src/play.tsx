// The entry of the playground's page.

import type { About, AuthorFiles, ServedConfig } from "@hookwright/host/api";
import { render } from "preact";
import { type ApiFailure, type Client, createClient } from "./api/client.ts";
import { readToken } from "./api/session.ts";
import { createEnginePort, type EnginePort } from "./engine/engine-port.ts";
import { first as example } from "./generated/first.ts";
import { type EventText, writeEvent } from "./model/event-text.ts";
import type { First } from "./model/first.ts";
import type { SentAnswer } from "./model/messages.ts";
import { AskToken } from "./parts/ask-token.tsx";
import { App, firstState, type Samples } from "./play/app.tsx";
import { isLocal } from "./play/docs-page.ts";
import type { LiveStart } from "./play/live-pane.tsx";
import { authorState } from "./play/state.ts";
import { eventFilesOf } from "./play/use-author.tsx";

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) throw new Error("The page has no element #app.");
  const workerUrl = new URL(root.dataset["worker"] ?? "", location.href).href;
  let show: (answer: SentAnswer) => void = () => undefined;
  const port = createEnginePort(workerUrl, (answer) => show(answer));
  const opened = isLocal() ? await connect(port) : await openSamples();
  root.replaceChildren();
  if ("failure" in opened) {
    render(<AskToken message={opened.failure} />, root);
    return;
  }
  render(
    <App
      {...opened}
      isCompact={"compact" in root.dataset}
      createPort={(next) => {
        show = next;
        return port;
      }}
    />,
    root,
  );
}

type Opened = Pick<Parameters<typeof App>[0], "loadSamples" | "first" | "author" | "live">;

const NO_EVENT: EventText = { path: "github", headers: "", query: "", payload: "{}" };

/** The sample events of the project with the config of a server, and what a link says. */
async function openSamples(config?: ServedConfig): Promise<Opened> {
  const { answer, ...written } = example as First;
  const first = await firstState(
    location.hash,
    config === undefined
      ? { ...written, answer, ...(answer.result && { result: answer.result }) }
      : { ...written, config: config.text, format: config.format },
  );
  // The fragment stays in the history of the browser otherwise.
  if (location.hash.startsWith("#s=")) history.replaceState(undefined, "", location.pathname);
  return { first, loadSamples };
}

async function loadSamples(): Promise<Samples> {
  return (await import("./generated/samples.ts")).samples as Samples;
}

/** The server of this page: it has the files of an author, or serves a config. */
async function connect(port: EnginePort): Promise<Opened | { readonly failure: string }> {
  const token = readToken();
  if (token === undefined) return { failure: "This page needs the token of the server." };
  const client = createClient(token);
  try {
    const about = await client.get<About>("about");
    if (about.features.includes("files")) return await openAuthor(client, about, port);
    // A plan is served without its config.
    const config = await client.get<ServedConfig>("config").catch(() => undefined);
    const live: LiveStart = { client, about };
    return { ...(await openSamples(config)), live };
  } catch (error) {
    const { code, message } = error as ApiFailure;
    return {
      failure: code === "unauthorized" ? "This token is not that of the running server." : message,
    };
  }
}

async function openAuthor(client: Client, about: About, port: EnginePort): Promise<Opened> {
  const disk = await client.get<AuthorFiles>("files");
  const events = await port.readEvents(eventFilesOf(disk));
  const [sample] = events.events;
  const event = sample === undefined ? NO_EVENT : writeEvent(sample.event);
  return {
    first: { ...authorState(disk), event, ...(sample !== undefined && { sample: sample.name }) },
    author: { client, about, events },
    live: { client, about },
  };
}

void start();
