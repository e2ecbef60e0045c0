import { type Command, command, oneOf } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Makes the command that writes completions of these and of itself. */
export function completionOf(others: readonly Command[]): Command {
  const completion = command({
    name: 'completion',
    summary: 'Writes the completion for your shell.',
    words: '<bash|zsh|fish>',
    examples: [
      ['source <(kwit completion bash)', 'in ~/.bashrc'],
      ['source <(kwit completion zsh)', 'in ~/.zshrc, after compinit'],
      ['kwit completion fish > ~/.config/fish/completions/kwit.fish', ''],
    ],
    async run({ words: [shell = ''], terminal }) {
      const commands = [...others, completion];
      terminal.say({ bash, zsh, fish }[oneOf('The shell', SHELLS, shell)](commands));
    },
  });
  return completion;
}

const flagsOf = ({ options }: Command): string[] => Object.keys(options).map((name) => `--${name}`);

/** The words that may follow `kwit`, a command, or an option whose values are known: `case` and words for each. */
function casesOf(commands: readonly Command[]): (readonly [pattern: string, words: string])[] {
  return commands.flatMap((entry) => [
    ...Object.entries(entry.options).flatMap(([name, { words }]) =>
      words === undefined ? [] : [[`${entry.name}:--${name}`, words.join(' ')] as const],
    ),
    [`${entry.name}:*`, [...flagsOf(entry), ...(entry.name === 'completion' ? SHELLS : [])].join(' ')] as const,
  ]);
}

const bash = (commands: readonly Command[]): string => `_kwit() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
${casesOf(commands)
  .map(([pattern, words]) => `    ${pattern}) words="${words}" ;;`)
  .join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _kwit kwit`;

/** zsh takes bash's. */
const zsh = (commands: readonly Command[]): string => `autoload -Uz bashcompinit && bashcompinit\n${bash(commands)}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((entry) => [
    `complete -c kwit -f -n __fish_use_subcommand -a ${entry.name} -d ${quoted(entry.summary)}`,
    ...Object.entries(entry.options).map(([name, { about, short, words, type }]) =>
      [
        `complete -c kwit -n '__fish_seen_subcommand_from ${entry.name}' -l ${name}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(type === 'string' ? ['-r'] : []),
        ...(words === undefined ? [] : [`-f -a ${quoted(words.join(' '))}`]),
        `-d ${quoted(about)}`,
      ].join(' '),
    ),
  ]);
  return [
    ...lines,
    `complete -c kwit -f -n '__fish_seen_subcommand_from completion' -a ${quoted(SHELLS.join(' '))}`,
  ].join('\n');
}
