import { sveltekit } from "@sveltejs/kit/vite";

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default { plugins: [sveltekit()] };
