// The path of a config → its document and its compiled hooks, whose transform modules are neither built nor run.
import {
  type ConfigDocument,
  compileDocument,
  type HooksLoadOptions,
  includeFiles,
  type LoadResult,
  loadConfigFile,
} from "@hookwright/config";
import { HOST_CHANNELS } from "@hookwright/core/problems";
import { stubbedOptions } from "@hookwright/testing";
import { FOR_READING, hasHostBlock } from "./load-config.ts";

interface UnrunConfig {
  /** With the files that it includes. */
  readonly document: LoadResult<ConfigDocument>;
  readonly result: LoadResult;
}

export async function loadWithoutModules(
  file: string,
  options: HooksLoadOptions,
): Promise<UnrunConfig> {
  const document = await includeFiles(await loadConfigFile(file));
  const { transforms } = stubbedOptions(document.config);
  const channels = hasHostBlock(document) ? { channels: HOST_CHANNELS } : {};
  const result = await compileDocument(document, {
    ...FOR_READING,
    ...channels,
    transforms,
    ...options,
  });
  return { document, result };
}
