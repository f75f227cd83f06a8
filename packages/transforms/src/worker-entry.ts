// The location of this file → the path of the module that a worker process starts with.
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** The sources and the published bundle have the same layout, so the same relative path is valid in both. */
const extension = extname(fileURLToPath(import.meta.url));

export const WORKER_ENTRY: string = fileURLToPath(
  new URL(`./worker/worker-main${extension}`, import.meta.url),
);
