// A line that somebody begins to type in bash, zsh or fish → what the shell offers, with the script of `completion`.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { noProgram, skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { createTestIo } from "./support/test-io.ts";

const execute = promisify(execFile);

/** What is in the folder: configs and others, one of them with a blank in its name. */
const FOLDER = {
  "hooks.yaml": "",
  "my hooks.json5": "",
  "notes.txt": "",
  "events/push.event.json": "{}",
};

interface Row {
  readonly line: string;
  /** What is offered; with `holds`, at least. */
  readonly offers?: readonly string[];
  readonly holds?: readonly string[];
  readonly lacks?: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    line: "hookwright ",
    holds: ["init", "check", "completion", "help"],
    lacks: ["retry", "hooks.yaml"],
  },
  { line: "hookwright ex", offers: ["explain"] },
  { line: "hookwright help rel", offers: ["reload"] },
  { line: "hookwright runs ", offers: ["show", "retry", "cancel"] },
  { line: "hookwright --state-folder x runs sh", offers: ["show"] },
  { line: "hookwright runs show --j", offers: ["--json"] },
  { line: "hookwright runs --state d", offers: ["done", "dead"] },
  { line: "hookwright init --format ", offers: ["json5", "yaml", "json"] },
  { line: "hookwright init --format=y", offers: ["yaml"] },
  { line: "hookwright init --providers uptim", offers: ["uptime"] },
  { line: "hookwright test --reporter ju", offers: ["junit"] },
  { line: "hookwright test --coverage=lc", offers: ["lcov"] },
  { line: "hookwright check --fix=", offers: ["safe", "all"] },
  { line: "hookwright send gith", offers: ["github"] },
  { line: "hookwright verify --provider gith", offers: ["github"] },
  { line: "hookwright serve --dispatch ho", offers: ["host"] },
  { line: "hookwright verify --secret-env HOOKWRIGHT_COMPL", offers: ["HOOKWRIGHT_COMPLETION"] },
  { line: "hookwright completion ", offers: ["bash", "zsh", "fish"] },
  { line: "hookwright check ho", offers: ["hooks.yaml"] },
  { line: "hookwright serve --host-config ho", offers: ["hooks.yaml"] },
  { line: "hookwright explain --event n", offers: ["notes.txt"] },
  { line: "hookwright record --out e", offers: ["events"] },
];

type Ask = (line: string, script: string, folder: string) => Promise<string>;

const env = { ...process.env, HOOKWRIGHT_COMPLETION: "1", LC_ALL: "C" };

const SHELLS: Readonly<Record<string, Ask>> = {
  bash: async (line, script, folder) => {
    const words = line.split(/[ ]|(=)/).filter((word) => word !== undefined);
    const ask = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hookwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ["--norc", "-c", ask, "bash", script, ...words];
    return (await execute("bash", args, { cwd: folder, env })).stdout;
  },
  zsh: async (line, script, folder) => {
    const inner = join(folder, "../inner.zsh");
    const args = ["-f", join(folder, "../ask.zsh"), line];
    const variables = { ...env, INNER: inner, SCRIPT: script, FOLDER: folder };
    const { stdout } = await execute("zsh", args, { env: variables });
    const hits = [...stdout.replaceAll("\r", "").matchAll(/<hit>(.*)<\/hit>$/gm)];
    return hits.map(([, hit]) => hit).join("\n");
  },
  fish: async (line, script, folder) => {
    const ask = "source $argv[1]; complete -C $argv[2]";
    const args = ["--no-config", "-c", ask, script, line];
    const { stdout } = await execute("fish", args, { cwd: folder, env });
    // The description follows a tab; what follows "=" is offered with what precedes it.
    return stdout.replaceAll(/\t.*/g, "").replaceAll(/^--[^=\n]*=/gm, "");
  },
};

/** Zsh completes on a terminal only, so a zsh asks another one, whose `compadd` prints what it adds. */
const ZSH_ASKS = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source $INNER; print READ''Y"
local line
zpty -r -m shell line '*READY*'
zpty -w -n shell "$1"$'\\t'
zpty -r -m shell line '*<end/>*'
print -r -- "$line"
zpty -d shell
`;

const ZSH_ANSWERS = `PROMPT= RPROMPT=
autoload -Uz compinit; compinit -u -D
source $SCRIPT
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- '<hit>'\${^hits}'</hit>'
  builtin compadd "$@"
}
finished() { print '<end/>' }
comppostfuncs=(finished)
bindkey '^I' complete-word
stty -echo
cd $FOLDER
`;

for (const [shell, ask] of Object.entries(SHELLS)) {
  const missing = noProgram(shell);
  test.skipIf(missing !== undefined)(
    skipTitle(`completion() makes a script with which ${shell} offers what can follow`, missing),
    () => expectOffers(shell, ask),
  );
}

async function expectOffers(shell: string, ask: Ask): Promise<void> {
  const io = createTestIo();
  expect(await run(["completion", shell], io)).toBe(0);
  const root = createTempDir({
    script: io.stdout.text(),
    "ask.zsh": ZSH_ASKS,
    "inner.zsh": ZSH_ANSWERS,
    ...Object.fromEntries(Object.entries(FOLDER).map(([name, text]) => [`work/${name}`, text])),
  });
  const answers = await Promise.all(
    ROWS.map(async ({ line }) => {
      const text = await ask(line, join(root, "script"), join(root, "work"));
      return [
        ...new Set(
          text
            .split("\n")
            .map((word) => word.trim().replace(/\/$/, ""))
            .filter(Boolean),
        ),
      ];
    }),
  );
  for (const [index, { line, offers, holds = [], lacks = [] }] of ROWS.entries()) {
    const offered = answers[index] ?? [];
    if (offers !== undefined) expect([line, offered.toSorted()]).toEqual([line, offers.toSorted()]);
    else expect([line, offered]).toEqual([line, expect.arrayContaining([...holds])]);
    expect(offered.filter((word) => lacks.includes(word))).toEqual([]);
  }
}
