// Tokens as the chat templates of the model families write them, each by itself and disguised.
import { expect, test } from "vitest";
import { neutralize } from "./neutralize.ts";

const TOKENS = [
  ...["<s>", "</s>", "<unk>", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "[TOOL_CALLS]"],
  ...["[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[THINK]"],
  ...["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]", "[CALL_ID]"],
  ...["<|begin_of_text|>", "<|start_header_id|>", "<|eot_id|>", "<|python_tag|>", "<|im_start|>"],
  ...["<|im_end|>", "<|im_sep|>", "<|endoftext|>", "<|fim_prefix|>", "<|system|>", "<|user|>"],
  ...["<bos>", "<eos>", "<pad>", "<start_of_turn>", "<end_of_turn>", "<|turn>", "<turn|>"],
  ...["<|tool_call>", "<tool_call|>", "<|channel>", "<channel|>", "<|think|>", '<|"|>'],
  ...["<|start|>", "<|channel|>", "<|message|>", "<|return|>", "<|call|>", "<|constrain|>"],
  ...["<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "<tools>"],
  ...["<function=", "<parameter=", "[gMASK]", "[sMASK]", "<sop>", "<eop>", "<|observation|>"],
  ...["<arg_key>", "</arg_value>", "]~b]", "]~!b[", "[e~[", "<minimax:tool_call>"],
  ...["<｜begin▁of▁sentence｜>", "<｜User｜>", "<｜tool▁calls▁begin｜>", "<｜fim▁hole｜>"],
  ...["<BOS_TOKEN>", "<|START_OF_TURN_TOKEN|>", "<|CHATBOT_TOKEN|>", "<|start_of_role|>"],
  ...["[|system|]", "[|endofturn|]", "[|assistant|]", "<extra_id_", "<SPECIAL_", "<seed:"],
  ...["<TOOLCALL>", "<AVAILABLE_TOOLS>", "<function_calls>", "</function_results>"],
  ...[
    "<invoke name=",
    `<${"antml"}:`,
    `</${"antml"}:`,
    "<|tool_calls_section_begin|>",
    "<|eom_id|>",
  ],
  ...["<system-reminder>", "</system-reminder>", "<tool_result>", "</tool_result>", "<tool_use>"],
  ...["<parameter name=", "<function_result>", "<system_warning>", "<system-message>"],
  ...["<local-command-", "<command-name>", "<user-prompt-submit-hook>"],
  ...["<fim_", "<fim-", "<file_sep>", "<repo_name>", "<gh_stars>", "<jupyter_", "<issue_start>"],
  ...["<commit_msg>", "<suf>", "<mid>", "<eot>", "<unused1", "<unused9", "[unused0", "<reserved_"],
  ...["[UNUSED_TOKEN_", "[control_", "<start_function_", "<end_function_", "<tool_code>"],
  ...["<function_call>", "<functions>", "<tool_calls>", "<xai:", "<｜DSML｜", "</｜DSML｜"],
  ...["<beginning_of_sentence>", "<end_of_utterance>", "<PAD_TOKEN>"],
];

test.each(TOKENS)(
  "neutralize() replaces %s, in either case and in the middle of a line",
  (token) => {
    for (const text of [token, token.toUpperCase(), token.toLowerCase()]) {
      expect(neutralize(text)).toBe("[control token removed]");
      expect(neutralize(`a ${text} b\nc${text}`)).toBe(
        "a [control token removed] b\nc[control token removed]",
      );
    }
  },
);

test.each(TOKENS)("neutralize() knows disguises of %s", (token) => {
  const letters = [...token];
  for (const disguised of [
    letters.join("\u200b"),
    letters.join("\ufe0f\u200d"),
    letters.join("<!-- x -->"),
    letters.join("<!-->"),
    letters.join("&shy;"),
    letters.map((letter) => `&#${letter.codePointAt(0)};`).join(""),
    letters.map((letter) => `&amp;#x${letter.codePointAt(0)?.toString(16)};`).join(""),
    token.replace("<", "&lt;").replace("[", "&lsqb;").replace(/^\]/, "&#93;"),
    token.replace(/[<[\]]/, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    // Only the opening is looked for, so "]" of full width begins nothing.
    token.replace(/(?!^\])[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ]) {
    expect(neutralize(`x${disguised}y`), disguised).toBe("x[control token removed]y");
  }
});

test.each(["Human", "Assistant"])("neutralize() replaces the label %s of a turn", (role) => {
  for (const label of [
    `${role}:`,
    `${role.toUpperCase()} :`,
    `${role}：`,
    [...role, ":"].join("\u200b"),
    `${[...role].map((letter) => `&#${letter.charCodeAt(0)};`).join("")}:`,
    `${role}<!-- -->:`,
    role.replace("a", "а").concat(":"),
  ]) {
    expect(neutralize(`${label} x`), label).toBe("[control token removed] x");
    expect(neutralize(`y\n\n ${label} x`), label).toBe("y\n\n [control token removed] x");
    expect(neutralize(`y\r\n\r\n${label} x`), label).toBe("y\n\n[control token removed] x");
  }
  for (const text of [
    `The ${role}: x`,
    `a\n${role}: x`,
    `${role} x`,
    `a\n\n${role}`,
    `${role}s: x`,
  ]) {
    expect(neutralize(text)).toBe(text);
  }
});

test.each([
  ["<fim_prefix>", "prefix>"],
  ["<unused12>", "2>"],
  ["<｜DSML｜function_calls>", "function_calls>"],
  ['<parameter name="command">', '"command">'],
])("neutralize() breaks %s, whose end differs", (text, rest) => {
  expect(neutralize(text)).toBe(`[control token removed]${rest}`);
});

test("neutralize() finds a label behind a comment", () => {
  expect(neutralize("<!-- -->Human: x")).toBe("<!-- -->[control token removed] x");
});

test("neutralize() finds a token in a comment, and one around it", () => {
  expect(neutralize("<!-- <|a|> --> <|<!-- c -->b|>")).toBe(
    "<!-- [control token removed] --> [control token removed]",
  );
  expect(neutralize("<|im_<!-- start|> of a comment without an end")).toBe(
    "<|im_<!-- start|> of a comment without an end",
  );
});

test.each([
  "Hello <span>a</span> <th>b</th> <section> <strike> <article> <base> <params> <parameter>",
  "Use [ARGS], [IMG], [tool], [thinking](x), [e~x], ]~c, <mask>, <function>, <thinking>, list<int|>",
  "<pre> <system> <systems> <unused> <unused variable> [unused] <file> <filename> <commit> <issue> <tool>",
  "<parameter key=1> <name=x> <mid-air> <function name=x> <results> <command> <reserved> <user-prompt>",
  "a <| b > c, <|a b>, <|>, [|x], [|]",
  "All: Humans: Hum: Assist: Author: Hosts: &nbsp;&pound;&apos; 100%2 \\n",
  "\n\n&nbsp;Human x\n\n<b>Human:</b>\n\n%41ssist\n\n\u00e4: x",
  "<|",
  "<|a",
  "&#60 &#x3cz &#1114112; &#xd83d; &#99999999999; &bogus; \\u{110000} \\ud83d",
])("neutralize() leaves text that only resembles a token: %j", (text) => {
  expect(neutralize(text)).toBe(text);
});

test.each([
  "&lt;",
  "&nlt;",
  "&NLT;",
  "&prec;",
  "&nestedlessless;",
  "&AMP;lt;",
  "&ampamplt;",
  "&#139;",
])("neutralize() knows %s as the first sign of a marker", (reference) => {
  expect(neutralize(`${reference}END_UNTRUSTED_CONTENT`)).toBe("[marker removed]");
});

test.each(["&#8203;", "&ZeroWidthSpace;", "&#128;", "&zwj;&#0;"])(
  "neutralize() looks through the reference %s",
  (reference) => {
    expect(neutralize(`<|im_${reference}end|>`)).toBe("[control token removed]");
    expect(neutralize(`<<<END_UN${reference}TRUSTED_CONTENT`)).toBe("[marker removed]");
  },
);
