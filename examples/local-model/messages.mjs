// @ts-check
// `/v1/messages`, as its clients expect it: a request → what is asked; an answer → bodies and events.
import { countUsage, newestOfUser, readMessages, splitText, textOfContent } from "./wire.mjs";

const ENDS = {
  complete: "end_turn",
  length: "max_tokens",
  content_filter: "refusal",
  tool_calls: "tool_use",
};

/** @type {import("./types.ts").Api} */
export const messages = {
  check({ model, max_tokens, messages: list }, headers) {
    if (headers["anthropic-version"] === undefined) return "anthropic-version: header is required";
    if (typeof model !== "string" || model === "") return "model: Field required";
    if (typeof max_tokens !== "number") return "max_tokens: Field required";
    if (readMessages(list).length === 0) return "messages: at least one message is required";
    return undefined;
  },
  read({ model, stream, system, messages: list, tools }) {
    const said = readMessages(list);
    const prompt = textOfContent(system);
    return {
      model: String(model),
      stream: stream === true,
      messages: [...(prompt === "" ? [] : [{ role: "system", text: prompt }]), ...said],
      text: newestOfUser(said),
      tools: Array.isArray(tools) ? tools.map((tool) => String(tool?.name)) : [],
      includeUsage: true,
    };
  },
  whole: (asked, { text, end = "complete" }) => ({
    ...head(asked, text),
    content: [{ type: "text", text }, ...(end === "tool_calls" ? [CALL] : [])],
    stop_reason: ENDS[end],
  }),
  pieces(asked, { text, end = "complete" }) {
    const { usage, ...begun } = head(asked, text);
    const events = [
      { type: "message_start", message: { ...begun, usage: { ...usage, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      ...splitText(text).map((piece) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: piece },
      })),
      { type: "content_block_stop", index: 0 },
      ...(end === "tool_calls" ? callEvents() : []),
      {
        type: "message_delta",
        delta: { stop_reason: ENDS[end], stop_sequence: null },
        usage: { output_tokens: usage.output_tokens },
      },
      { type: "message_stop" },
    ];
    return events.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
  },
  error: (message, code, status) => ({
    type: "error",
    error: { type: ERROR_TYPES.get(status) ?? code, message },
    request_id: "req_local",
  }),
  errorPiece: (code) => ({
    event: "error",
    data: JSON.stringify({ type: "error", error: { type: code, message: "As asked for." } }),
  }),
};

const ERROR_TYPES = new Map([
  [401, "authentication_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [529, "overloaded_error"],
]);

const CALL = { type: "tool_use", id: "toolu_1", name: "look", input: {} };

function callEvents() {
  return [
    { type: "content_block_start", index: 1, content_block: CALL },
    { type: "content_block_stop", index: 1 },
  ];
}

/** @param {import("./types.ts").ReadRequest} asked @param {string} text */
function head({ model, messages: list }, text) {
  const { input, output } = countUsage(list, text);
  return {
    id: "msg_local",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}
