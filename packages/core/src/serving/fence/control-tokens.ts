// The control tokens of common model families as data, and a reader that finds them in disguise.
import { lazily } from "@hookwright/base";
import { type Cursor, initialOf, readSpelled, widthOf } from "./cursor.ts";
import { signsLike } from "./look-alikes.ts";

/** Between `<|` and `|>`, or `[|` and `|]`, any name is a token: ChatML, Llama 3, DeepSeek, Phi, Granite, EXAONE. */
const MAX_NAME_CHARACTERS = 64;

/**
 * Tokens with a fixed name, in lower case, without the slash of closing tokens. The last character closes the
 * token, or is the last one that all tokens of a kind share. Names that ordinary texts contain are left out:
 * `[IMG]`, `[ARGS]`, `[PREFIX]`, `<mask>`, `<pre>`, `<system>`, `<parameter>`.
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
  // Reserved tokens of Gemma, BERT and others, which a fine-tuned model may use
  ...[..."0123456789"].flatMap((digit) => [`<unused${digit}`, `[unused${digit}`]),
  // StarCoder, SantaCoder, Granite: fill-in-the-middle, files and notebooks
  ...["<fim_", "<fim-", "<file_sep>", "<repo_name>", "<reponame>", "<gh_stars>", "<jupyter_"],
  ...["<empty_output>", "<issue_start>", "<issue_comment>", "<issue_closed>"],
  ...["<commit_before>", "<commit_msg>", "<commit_after>"],
  // Function calls in Granite, xLAM, Hermes, Jamba, Grok
  ...["<function_call>", "<function_response>", "<functions>", "<tool_calls>", "<tool_responses>"],
  ...["<xai:"],
  // Claude
  ...["<function_calls>", "<function_results>", "<antml:", "<invoke name=", "<parameter name="],
  ...["<function_result>", "<tool_use>", "<tool_result>", "<tool_results>", "<tool_output>"],
  // Tags that programs around Claude and other models insert into user turns
  ...["<system-reminder>", "<system_reminder>", "<system-message>", "<system_message>"],
  ...["<system-warning>", "<system_warning>", "<system-prompt>", "<system_prompt>"],
  ...["<system_instruction>", "<system_instructions>", "<user-prompt-submit-hook>"],
  ...["<local-command-", "<command-name>", "<command-message>", "<command-args>"],
];

/** After a blank line, they begin the turns in Claude's text completions. */
export const ROLE_LABELS: readonly string[] = ["human", "assistant"];

/** The rests of the tokens of each opening, by their first character. */
const RESTS = lazily(
  (): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> =>
    new Map(["<<", "<", "[", "]"].map((opening) => [opening, restsOf(opening)])),
);

function restsOf(opening: string): ReadonlyMap<string, readonly string[]> {
  const rests = CONTROL_TOKENS.filter((token) => openingOf(token) === opening).map((token) =>
    token.slice(opening.length),
  );
  const initials = new Set(rests.map((rest) => rest.charAt(0)));
  return new Map(
    [...initials].map((initial) => [initial, rests.filter((rest) => rest.startsWith(initial))]),
  );
}

function openingOf(token: string): string {
  return token.startsWith("<<") ? "<<" : token.charAt(0);
}

/** On success, it moves the cursor past the token. */
export function readControlToken(cursor: Cursor): boolean {
  const start = cursor.at;
  const signs = signsLike(cursor.text.codePointAt(start) as number);
  const openings = signs.startsWith("<") ? ["<<", "<"] : [signs];
  return openings.some((opening) => {
    cursor.at = start;
    if (!readSpelled(cursor, opening)) return false;
    return readNameToPipe(cursor, opening) || readRest(cursor, opening);
  });
}

/** Reads what follows an opening: an optional slash and the rest of a token. */
function readRest(cursor: Cursor, opening: string): boolean {
  readSpelled(cursor, "/");
  const { at } = cursor;
  const code = cursor.text.codePointAt(at);
  const rests = RESTS().get(opening);
  if (code === undefined || rests === undefined) return false;
  const initials = code > 0x7f ? rests.values() : [rests.get(initialOf(code)) ?? []];
  for (const candidates of initials) {
    for (const rest of candidates) {
      if (readSpelled(cursor, rest)) return true;
    }
  }
  return false;
}

/** Reads `|`, a name, and `|>`; or, after `<|`, letters and `>`, as in Gemma. */
function readNameToPipe(cursor: Cursor, opening: string): boolean {
  const start = cursor.at;
  const close = opening === "<" ? ">" : "]";
  if (opening === "<<" || opening === "]" || !readSpelled(cursor, "|")) return false;
  let isWord = opening === "<";
  let isPipe = false;
  for (let length = 0; length <= MAX_NAME_CHARACTERS + 1; length++) {
    const code = cursor.text.codePointAt(cursor.at);
    if (code === undefined) break;
    cursor.at += widthOf(code);
    const signs = signsLike(code);
    if (signs.startsWith(close) && (isPipe ? length >= 2 : length >= 1 && isWord)) return true;
    if (isOutsideOfNames(code)) break;
    isPipe = signs === "|";
    isWord &&= WORD.test(String.fromCodePoint(code));
  }
  cursor.at = start;
  return false;
}

const WORD = /[\p{L}\p{N}\p{Pc}▁/:.-]/u;

/**
 * Line ends, `<`, `>`, `[` and `]` cannot be part of a name. The notes that replace tokens have brackets, so
 * they cannot either.
 */
function isOutsideOfNames(code: number): boolean {
  return code === 0x0a || "<>[]＜＞".includes(String.fromCodePoint(code));
}

/** The colon and its look-alikes. */
const COLONS = ":：︓﹕∶ː꞉";

/** On success, it moves the cursor past the colon. */
export function readRoleLabel(cursor: Cursor): boolean {
  return ROLE_LABELS.some((label) => {
    const start = cursor.at;
    if (readSpelled(cursor, label)) {
      while (cursor.text.charAt(cursor.at) === " ") cursor.at++;
      const colon = cursor.text.charAt(cursor.at++);
      if (colon !== "" && COLONS.includes(colon)) return true;
    }
    cursor.at = start;
    return false;
  });
}
