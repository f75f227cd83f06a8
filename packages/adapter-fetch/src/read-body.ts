// The reader of a body → its bytes within limits, or its rest thrown away. Never rejects.
import type { BodyLimits, BodyRead } from "@hookwright/core/ingress";

type Chunk = Uint8Array<ArrayBuffer>;
export type BodyReader = ReadableStreamDefaultReader<Chunk>;

export async function readBody(reader: BodyReader, limits: BodyLimits): Promise<BodyRead> {
  const chunks: Chunk[] = [];
  const kind = await pump(reader, limits, chunks);
  if (kind !== "bytes") return { kind };
  reader.releaseLock();
  // Most bodies are one chunk, which needs no copy.
  const joined = chunks[1] ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : chunks[0];
  return { kind, bytes: joined ?? new Uint8Array() };
}

/** As much as any config can allow, and time for it on a slow line. */
export async function drainBody(reader: BodyReader): Promise<void> {
  await pump(reader, { maxBytes: 32 * 1024 * 1024, timeoutMs: 10_000 });
  await reader.cancel().catch(() => undefined);
}

async function pump(reader: BodyReader, limits: BodyLimits, chunks?: Chunk[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limits.timeoutMs, undefined);
  });
  try {
    for (let size = 0; size <= limits.maxBytes; ) {
      const step = await Promise.race([reader.read(), expired]);
      if (step === undefined) return "timeout";
      if (step.done) return "bytes";
      size += step.value.length;
      chunks?.push(step.value);
    }
    return "too-large";
  } catch {
    return "gone";
  } finally {
    clearTimeout(timer);
  }
}
