// A page beside the hooks.
import { eventHandler } from "h3";

// biome-ignore lint/style/noDefaultExport: Nitro asks for it.
export default eventHandler(() => "ok");
