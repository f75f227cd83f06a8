// Written for gateways that call it `action`.
export default ({ payload }) => ({ action: "wake", text: `action-for-kind.js: ${payload.text}` });
