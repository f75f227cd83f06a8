// The entry of the operator's pages, on the admin port of a host.
import type { About } from "@hookwright/host/api";
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type ApiFailure, createClient } from "./api/client.ts";
import { readToken } from "./api/session.ts";
import { ChannelsPage } from "./operate/channels-page.tsx";
import { FailedPage } from "./operate/failed-page.tsx";
import { LogbookPage } from "./operate/logbook-page.tsx";
import { NowPage } from "./operate/now-page.tsx";
import { type PageProps, Problem } from "./operate/parts.tsx";
import { TimelinePage } from "./operate/timeline-page.tsx";
import { AskToken } from "./parts/ask-token.tsx";

const PAGES = [
  ["now", "Now", NowPage],
  ["timeline", "Timeline", TimelinePage],
  ["failed", "Failed", FailedPage],
  ["logbook", "Logbook", LogbookPage],
  ["channels", "Channels", ChannelsPage],
] as const;

/** A burst of changes is one reading. */
const GATHER_MS = 300;

function Operate({ token }: { readonly token: string }) {
  const client = useMemo(() => createClient(token), [token]);
  const [about, setAbout] = useState<(About & { readonly skewMs: number }) | undefined>(undefined);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const [version, setVersion] = useState(0);
  const [isLive, setLive] = useState(false);
  const [hash, setHash] = useState(location.hash);

  useEffect(() => {
    client
      .get<About>("about")
      .then((answer) => setAbout({ ...answer, skewMs: answer.now - Date.now() }), setFailure);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gather = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setVersion((before) => before + 1);
      }, GATHER_MS);
    };
    const stop = client.watch(gather, setLive);
    const follow = (): void => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => {
      stop();
      clearTimeout(timer);
      removeEventListener("hashchange", follow);
    };
  }, [client]);

  if (failure?.code === "unauthorized")
    return <AskToken message="This token is not that of the running server." />;
  if (about === undefined) return <Problem error={failure} />;
  const [, name = "now", id = ""] = /^#(\w+)(?:\/(.+))?$/.exec(hash) ?? [];
  const [current, title, Page] = PAGES.find(([key]) => key === name) ?? PAGES[0];
  const props: PageProps = {
    client,
    version,
    canWrite: about.features.includes("write"),
    hasLive: about.features.includes("live"),
    now: () => Date.now() + about.skewMs,
  };
  return (
    <>
      <header class="bar">
        <h1>Hookwright: {about.config}</h1>
        <span role="status" class={isLive ? "live" : "bad"}>
          {isLive ? "live" : "not connected"}
        </span>
        <span class="note">
          {about.version}
          {props.canWrite ? "" : ", read-only"}
        </span>
      </header>
      <nav class="tabs" aria-label="Pages">
        {PAGES.map(([key, text]) => (
          <a href={`#${key}`} aria-current={key === current ? "page" : undefined}>
            {text}
          </a>
        ))}
        {props.hasLive ? <a href="play/">Live requests</a> : undefined}
      </nav>
      <main class="operate">
        <h2>{title}</h2>
        <Page {...props} id={decodeURIComponent(id)} key={`${current}/${id}`} />
      </main>
    </>
  );
}

const root = document.getElementById("app");
const token = readToken();
if (root !== null) {
  root.replaceChildren();
  render(
    token === undefined ? (
      <AskToken message="This page needs the token of the server." />
    ) : (
      <Operate token={token} />
    ),
    root,
  );
}
