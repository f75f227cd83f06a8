// An agent → the text of HEARTBEAT.md in its workspace.

import { open } from "node:fs/promises";
import { join } from "node:path";
import { expandPath } from "@hookwright/node-kit/files";
import { settingsOfAgent } from "../../model/settings.ts";
import { describe, type EngineState, type ReadText } from "../state.ts";

/** It is in the prompt of every heartbeat. */
const MAX_BYTES = 20_000;

/** Undefined if the agent has no workspace, or no such file. */
export async function readHeartbeatFile(
  agentId: string,
  state: EngineState,
): Promise<string | undefined> {
  const { workspace } = settingsOfAgent(agentId, state.live.settings);
  if (workspace === undefined) return undefined;
  const path = join(expandPath(workspace, "."), "HEARTBEAT.md");
  try {
    return await state.readText(path, MAX_BYTES);
  } catch (error) {
    state.warn(`HEARTBEAT.md of agent "${agentId}" cannot be read: ${describe(error)}`);
    return undefined;
  }
}

/** A character that the limit cuts in two is left out. */
export const readTextFile: ReadText = async (path, maxBytes) => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true });
  } finally {
    await file.close();
  }
};
