// @ts-check
// `/v1/responses`, as its clients expect it: a request → what is asked; an answer → bodies and events.
import { countUsage, newestOfUser, readMessages, splitText } from "./wire.mjs";

const CREATED = 1_767_225_600;

/** @type {import("./types.ts").Api} */
export const responses = {
  check({ model, input }) {
    if (typeof model !== "string" || model === "") return "Missing required parameter: 'model'.";
    if (typeof input !== "string" && readMessages(input).length === 0) {
      return "Missing required parameter: 'input'.";
    }
    return undefined;
  },
  read({ model, stream, input, instructions, tools }) {
    const list = typeof input === "string" ? [{ role: "user", text: input }] : readMessages(input);
    const system = typeof instructions === "string" ? [{ role: "system", text: instructions }] : [];
    return {
      model: String(model),
      stream: stream === true,
      messages: [...system, ...list],
      text: newestOfUser(list),
      tools: Array.isArray(tools) ? tools.map((tool) => String(tool?.name ?? tool?.type)) : [],
      includeUsage: true,
    };
  },
  whole: responseOf,
  pieces(asked, answer) {
    const whole = responseOf(asked, answer);
    const begun = {
      ...whole,
      status: "in_progress",
      output: [],
      usage: null,
      incomplete_details: null,
    };
    const item = { type: "message", id: ID, status: "in_progress", role: "assistant", content: [] };
    const part = { type: "output_text", text: "", annotations: [], logprobs: [] };
    const place = { item_id: ID, output_index: 0, content_index: 0 };
    const done = { ...part, text: answer.text };
    const events = [
      { type: "response.created", response: begun },
      { type: "response.in_progress", response: begun },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.content_part.added", ...place, part },
      ...splitText(answer.text).map((delta) => ({
        type: "response.output_text.delta",
        ...place,
        delta,
        logprobs: [],
      })),
      { type: "response.output_text.done", ...place, text: answer.text, logprobs: [] },
      { type: "response.content_part.done", ...place, part: done },
      { type: "response.output_item.done", output_index: 0, item: whole.output[0] },
      ...whole.output.slice(1).flatMap((call) => eventsOfCall(call)),
      { type: `response.${whole.status}`, response: whole },
    ];
    return events.map((event, index) => ({
      event: event.type,
      data: JSON.stringify({ ...event, sequence_number: index }),
    }));
  },
  error: (message, code) => ({
    error: { message, type: "invalid_request_error", param: null, code },
  }),
  errorPiece: (code) => ({
    event: "error",
    data: JSON.stringify({
      type: "error",
      code,
      message: "As asked for.",
      param: null,
      sequence_number: 99,
    }),
  }),
};

const ID = "msg_local";

/** @param {object} call */
function eventsOfCall(call) {
  const place = { item_id: "fc_1", output_index: 1 };
  const item = { ...call, status: "in_progress", arguments: "" };
  return [
    { type: "response.output_item.added", output_index: 1, item },
    { type: "response.function_call_arguments.delta", ...place, delta: "{}" },
    { type: "response.function_call_arguments.done", ...place, arguments: "{}" },
    { type: "response.output_item.done", output_index: 1, item: call },
  ];
}

/**
 * @param {import("./types.ts").ReadRequest} asked
 * @param {import("./types.ts").Answer} answer
 */
function responseOf({ model, messages }, { text, end = "complete" }) {
  const { input, output, total } = countUsage(messages, text);
  const isCut = end === "length" || end === "content_filter";
  const reason = end === "length" ? "max_output_tokens" : end;
  const message = {
    type: "message",
    id: ID,
    status: isCut ? "incomplete" : "completed",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
  const call = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "look",
    arguments: "{}",
    status: "completed",
  };
  return {
    id: "resp_local",
    object: "response",
    created_at: CREATED,
    status: isCut ? "incomplete" : "completed",
    error: null,
    incomplete_details: isCut ? { reason } : null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model,
    output: end === "tool_calls" ? [message, call] : [message],
    parallel_tool_calls: false,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    truncation: "disabled",
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: total,
    },
    user: null,
  };
}
