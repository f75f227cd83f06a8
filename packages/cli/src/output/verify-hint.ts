// Records of requests → one hint for each hook whose sender was refused: how to see why.
import type { RequestRecord } from "@hookwright/core/ingress";

/** Once a hook and process: whoever sends wrong requests could fill the log with it. */
export function createVerifyHint(
  notice: (message: string) => void,
  filename: string,
): (record: RequestRecord) => void {
  const hinted = new Set<string>();
  return ({ auth, name }) => {
    // Hooks with an auth are those of the config: their number is bounded.
    if (auth === undefined || hinted.has(name)) return;
    hinted.add(name);
    notice(
      `  To see why, save such a request with its headers and the bytes of its body: hookwright verify ${filename} --name ${name} --http FILE`,
    );
  };
}
