// Written for gateways that call it `body`.
export default (ctx) => ({ message: `ctx-body.js: ${ctx.body.text}` });
