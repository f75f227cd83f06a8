// The control tokens of the model families in use, as data.

/** Between `<|` and `|>`, or `[|` and `|]`, any name is a token: ChatML, Llama 3, DeepSeek, Phi, Granite, EXAONE. */
export const MAX_NAME_CHARACTERS = 64;

/**
 * Those with a fixed name, in lower case, without the slash that a closing token has behind its
 * opening. The last character closes the token, or is the last one that all tokens of a kind share.
 * Left out are names that texts contain for other reasons: `[IMG]`, `[ARGS]`, `[PREFIX]`, `<mask>`.
 */
export const CONTROL_TOKENS: readonly string[] = [
  // Llama 2, Mistral
  ...["<s>", "<unk>", "<pad>", "[inst]", "<<sys>>", "[tool_calls]", "[available_tools]"],
  ...["[tool_results]", "[tool_content]", "[system_prompt]", "[model_settings]", "[call_id]"],
  ...["[think]", "[begin_audio]", "[begin_inst]"],
  // Gemma
  ...["<bos>", "<eos>", "<start_of_turn>", "<end_of_turn>", "<start_of_image>", "<end_of_image>"],
  ...["<turn|>", "<tool|>", "<tool_call|>", "<tool_response|>", "<channel|>", "<think|>"],
  // Qwen, DeepSeek, GLM, MiniMax
  ...["<think>", "<tool_call>", "<tool_response>", "<tools>", "<function=", "<parameter="],
  ...["[gmask]", "[smask]", "<sop>", "<eop>", "<arg_key>", "<arg_value>", "]~b]", "]~!b[", "[e~["],
  ...["<minimax:tool_call>"],
  // Command, Seed, Nemotron, InternLM
  ...["<bos_token>", "<eos_token>", "<eop_token>", "<seed:", "<extra_id_", "<special_", "<eoh>"],
  ...["<toolcall>", "<available_tools>", "<eoa>"],
  // Claude
  ...["<function_calls>", "<function_results>", "<antml:", "<invoke name="],
];

/** Behind a blank line they began the turns of Claude's text completions. */
export const ROLE_LABELS: readonly string[] = ["human", "assistant"];
