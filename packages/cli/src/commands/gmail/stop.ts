// gmail stop: options → what was stopped and removed, and what remains. Exit code 0, 1, 2.

import { resolve } from "node:path";
import { visibleText } from "@hookwright/base";
import { type StopLine, stopGmail } from "@hookwright/gmail";
import { lockFile } from "@hookwright/host";
import { systemTime } from "@hookwright/node-kit/clock";
import { envFileOf } from "../../config/env-file.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { reportToJson } from "../../output/problem-report.ts";
import { createStyle, type Style, useColor } from "../../output/style.ts";
import { untilSignal } from "../until-signal.ts";
import { readGoogleUrls } from "./google-urls.ts";

export interface GmailStopOptions {
  readonly account: string;
  readonly config: string;
  readonly revoke?: boolean;
  readonly stateFolder?: string;
  readonly json?: boolean;
}

export async function stop(options: GmailStopOptions, io: Io): Promise<number> {
  const { account, config, revoke, stateFolder, json } = options;
  const stopped = new AbortController();
  void untilSignal(io.signals).then(() => stopped.abort());
  const result = await stopGmail({
    account,
    configPath: resolve(config),
    stateFolder: stateFolderOf(stateFolder, io),
    revoke: revoke === true,
    lockFile,
    env: io.env,
    envFile: envFileOf(config, io),
    urls: readGoogleUrls(io),
    time: systemTime,
    signal: stopped.signal,
  });
  const style = createStyle(useColor(io.stdout, io.env));
  const text = [
    ...result.lines.flatMap((line) => lineToText(line, style)),
    ...(result.remains.length === 0 ? [] : ["What remains:"]),
    ...result.remains.map((one) => `  - ${visibleText(one)}`),
  ].join("\n");
  io.stdout.write(json === true ? `${reportToJson("gmail-stop", result)}\n` : `${text}\n`);
  return result.ok ? 0 : 1;
}

function lineToText({ state, message, hint }: StopLine, style: Style): readonly string[] {
  const text = visibleText(message);
  if (state !== "failed") return [text];
  return [
    `${style.error("error")} ${text}`,
    ...(hint === undefined ? [] : [`  ${style.hint(visibleText(hint))}`]),
  ];
}
