// Blocks outside of JavaScript, where V8 cannot interrupt it.
import { spawnSync } from "node:child_process";

export default () => spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
