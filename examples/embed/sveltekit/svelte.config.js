// A server for Node. It takes bodies of 512 KB (BODY_SIZE_LIMIT), so the limit of the hooks is the smaller.
import adapter from "@sveltejs/adapter-node";

// biome-ignore lint/style/noDefaultExport: SvelteKit asks for it.
export default { kit: { adapter: adapter() } };
