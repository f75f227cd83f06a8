// Stands still outside of JavaScript, where no engine can interrupt it.
import { spawnSync } from "node:child_process";

export default () => spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 3_000)"]);
