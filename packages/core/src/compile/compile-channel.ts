// The channel of a mapping → its id, or a problem.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import type { Channels } from "../policy/channels.ts";
import { hintNearestName } from "../problem/nearest-name.ts";
import { createProblem } from "../problem/problem.ts";

export function compileChannel(
  mapping: Mapping,
  channels: Channels,
  report: (problem: Problem) => void,
): string {
  const path = [...mapping.configPath, "channel"];
  const { channel } = mapping.fields;
  const id = channels.find(channel);
  if (id !== undefined) return id;
  if (channel.includes("{{")) {
    const message = `The channel of mapping "${mapping.id}" contains an expression; senders cannot choose channels.`;
    report(
      createProblem("channel_templated", path, message, {
        hint: 'Name one channel; only "to" may be templated.',
      }),
    );
  } else {
    const message = `Mapping "${mapping.id}" names the channel "${channel}", which is not known.`;
    report(
      createProblem("channel_unknown", path, message, {
        hint: hintNearestName(channel, channels.ids),
      }),
    );
  }
  return channel;
}
