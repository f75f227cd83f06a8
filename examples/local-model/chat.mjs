// @ts-check
// `/v1/chat/completions`, as its clients expect it: a request → what is asked; an answer → bodies and chunks.
import { countUsage, newestOfUser, readMessages, splitText } from "./wire.mjs";

const CREATED = 1_767_225_600;
const ENDS = {
  complete: "stop",
  length: "length",
  content_filter: "content_filter",
  tool_calls: "tool_calls",
};

/** @type {import("./types.ts").Api} */
export const chat = {
  check({ model, messages }) {
    if (typeof model !== "string" || model === "") return "You must provide a model parameter.";
    if (readMessages(messages).length === 0) return "'messages' must be a list of at least one.";
    return undefined;
  },
  read({ model, stream, messages, tools, stream_options }) {
    const list = readMessages(messages);
    return {
      model: String(model),
      stream: stream === true,
      messages: list,
      text: newestOfUser(list),
      tools: Array.isArray(tools) ? tools.map((tool) => String(tool?.function?.name)) : [],
      includeUsage: Reflect.get(Object(stream_options), "include_usage") === true,
    };
  },
  whole: (asked, { text, end = "complete" }) => ({
    ...head(asked, "chat.completion"),
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text, refusal: null, ...toolCalls(end) },
        logprobs: null,
        finish_reason: ENDS[end],
      },
    ],
    usage: usageOf(asked, text),
  }),
  pieces(asked, { text, end = "complete" }) {
    const chunk = (/** @type {object[]} */ choices, /** @type {object} */ more = {}) => ({
      data: JSON.stringify({ ...head(asked, "chat.completion.chunk"), choices, ...more }),
    });
    const delta = (
      /** @type {object} */ delta,
      /** @type {string | null} */ finish_reason = null,
    ) => chunk([{ index: 0, delta, logprobs: null, finish_reason }]);
    return [
      delta({ role: "assistant", content: "", refusal: null }),
      ...splitText(text).map((content) => delta({ content })),
      ...(end === "tool_calls" ? [delta(toolCalls(end))] : []),
      delta({}, ENDS[end]),
      ...(asked.includeUsage ? [chunk([], { usage: usageOf(asked, text) })] : []),
      { data: "[DONE]" },
    ];
  },
  error: (message, code, status) => ({
    error: { message, type: status === 429 ? code : "invalid_request_error", param: null, code },
  }),
  errorPiece: (code) => ({
    data: JSON.stringify({ error: { message: "As asked for.", type: code, param: null, code } }),
  }),
};

/** @param {import("./types.ts").ReadRequest} asked @param {string} object */
function head({ model }, object) {
  return { id: "chatcmpl-local", object, created: CREATED, model, system_fingerprint: "fp_local" };
}

/** @param {string} end */
function toolCalls(end) {
  if (end !== "tool_calls") return {};
  const call = {
    index: 0,
    id: "call_1",
    type: "function",
    function: { name: "look", arguments: "{}" },
  };
  return { tool_calls: [call] };
}

/** @param {import("./types.ts").ReadRequest} asked @param {string} text */
function usageOf({ messages }, text) {
  const { input, output, total } = countUsage(messages, text);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: total };
}
