// The control tokens of the model families in use, as data.

/** Between `<|` and `|>`, or `[|` and `|]`, any name is a token: ChatML, Llama 3, DeepSeek, Phi, Granite, EXAONE. */
export const MAX_NAME_CHARACTERS = 64;

/**
 * Those with a fixed name, in lower case, without the slash that a closing token has behind its
 * opening. The last character closes the token, or is the last one that all tokens of a kind share.
 * Left out are names that texts contain for other reasons: `[IMG]`, `[ARGS]`, `[PREFIX]`, `<mask>`, `<pre>`,
 * `<system>`, `<parameter>`.
 */
export const CONTROL_TOKENS: readonly string[] = [
  // Llama 2, Mistral
  ...["<s>", "<unk>", "<pad>", "[inst]", "<<sys>>", "[tool_calls]", "[available_tools]"],
  ...["[tool_results]", "[tool_content]", "[system_prompt]", "[model_settings]", "[call_id]"],
  ...["[think]", "[begin_audio]", "[begin_inst]", "[img_break]", "[img_end]", "[control_"],
  ...["<suf>", "<mid>", "<eot>", "<reserved_"],
  // Gemma
  ...["<bos>", "<eos>", "<start_of_turn>", "<end_of_turn>", "<start_of_image>", "<end_of_image>"],
  ...["<start_of_audio>", "<end_of_audio>", "<start_function_", "<end_function_", "<tool_code>"],
  ...["<turn|>", "<tool|>", "<tool_call|>", "<tool_response|>", "<channel|>", "<think|>"],
  // Qwen, DeepSeek, GLM, MiniMax
  ...["<think>", "<tool_call>", "<tool_response>", "<tools>", "<function=", "<parameter="],
  ...["[gmask]", "[smask]", "<sop>", "<eop>", "<arg_key>", "<arg_value>", "]~b]", "]~!b[", "[e~["],
  ...["<minimax:tool_call>", "<|dsml|", "<beginning_of_sentence>", "<end_of_sentence>"],
  // Command, Seed, Nemotron, InternLM
  ...["<bos_token>", "<eos_token>", "<eop_token>", "<seed:", "<extra_id_", "<special_", "<eoh>"],
  ...["<toolcall>", "<available_tools>", "<eoa>", "<pad_token>", "<unk_token>", "<mask_token>"],
  ...["<tokens_unused_", "[unused_token_", "<end_of_utterance>", "<end_of_text>"],
  // Reserved words of Gemma, BERT and others, which a fine-tuned model may have given a meaning
  ...[..."0123456789"].flatMap((digit) => [`<unused${digit}`, `[unused${digit}`]),
  // StarCoder, SantaCoder, Granite: gaps to be filled, files and notebooks
  ...["<fim_", "<fim-", "<file_sep>", "<repo_name>", "<reponame>", "<gh_stars>", "<jupyter_"],
  ...["<empty_output>", "<issue_start>", "<issue_comment>", "<issue_closed>"],
  ...["<commit_before>", "<commit_msg>", "<commit_after>"],
  // Calls of functions in Granite, xLAM, Hermes, Jamba, Grok
  ...["<function_call>", "<function_response>", "<functions>", "<tool_calls>", "<tool_responses>"],
  ...["<xai:"],
  // Claude
  ...["<function_calls>", "<function_results>", "<antml:", "<invoke name=", "<parameter name="],
  ...["<function_result>", "<tool_use>", "<tool_result>", "<tool_results>", "<tool_output>"],
  // What the programs around Claude and other models write into a turn of the user
  ...["<system-reminder>", "<system_reminder>", "<system-message>", "<system_message>"],
  ...["<system-warning>", "<system_warning>", "<system-prompt>", "<system_prompt>"],
  ...["<system_instruction>", "<system_instructions>", "<user-prompt-submit-hook>"],
  ...["<local-command-", "<command-name>", "<command-message>", "<command-args>"],
];

/** Behind a blank line they began the turns of Claude's text completions. */
export const ROLE_LABELS: readonly string[] = ["human", "assistant"];
