// A page beside the hooks.
export const GET = () => new Response("ok");
