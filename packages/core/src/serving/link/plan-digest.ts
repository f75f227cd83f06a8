// A plan → the digest that its file carries.
import { runtimeSubtle } from "@hookwright/base";
import { createWebCrypto, encodeBytes } from "@hookwright/signatures/runtime";

/**
 * SHA-256 over the compact JSON of the plan, so that the file may be formatted in any way. It finds damage, and proves
 * nothing: who changes a plan can compute it again.
 */
export async function digestOfPlan(compactJson: string): Promise<string> {
  const { sha256 } = createWebCrypto(runtimeSubtle());
  return `sha256:${encodeBytes(await sha256([compactJson]), "hex")}`;
}
