import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { UsageError } from './exit.ts';
import { cannotBe, optionMistake } from './nearest.ts';
import type { Account } from './sign-in/account.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface Option extends ParseArgsOptionDescriptor {
  readonly about: string;
  readonly value?: string;
  readonly words?: readonly string[];
}
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { multiple: true }
  ? string[]
  : O extends { type: 'boolean' }
    ? true
    : string;
type ValuesOf<O extends Options> = { readonly [Name in keyof O]?: ValueOf<O[Name]> };

export interface Call<O extends Options = Options> {
  readonly words: readonly string[];
  readonly options: ValuesOf<O>;
  readonly terminal: Terminal;
  readonly account: Account;
}

interface Description {
  readonly name: string;
  readonly summary: string;
  /** The words that follow its name: `<number>`. */
  readonly words: string;
  /** How many words it takes at most, where that is more than `words` shows. */
  readonly most?: number;
  readonly examples: readonly (readonly [typed: string, what: string])[];
}

export interface Command extends Description {
  readonly options: Options;
  /** @throws UsageError when the arguments are not as the help says. */
  run(args: readonly string[], parts: (options: AccountOptions) => Pick<Call, 'terminal' | 'account'>): Promise<void>;
}

const EVERY = {
  help: { type: 'boolean', short: 'h', about: 'Explains the command.' },
  url: {
    type: 'string',
    value: 'address',
    about: 'The Kwit to ask, instead of $KWIT_URL or the one signed in to last.',
  },
  'token-file': { type: 'string', value: 'file', about: 'The file that has the token.' },
} as const satisfies Options;

export type AccountOptions = Pick<ValuesOf<typeof EVERY>, 'url' | 'token-file'>;

/** Makes a command whose `run` is given its options by their types. */
export function command<const O extends Options>(
  described: Description & { readonly options?: O; run(call: Call<O>): Promise<void> },
): Command {
  const options = { ...described.options, ...EVERY };
  return {
    ...described,
    options,
    async run(args, partsOf) {
      const { values, positionals } = read(args, described.name, options);
      const parts = partsOf(values);
      if (values.help) return parts.terminal.say(helpOf(this));
      checkCount(described, positionals);
      await described.run({ words: positionals, options: values as ValuesOf<O>, ...parts });
    },
  };
}

function checkCount({ name, words, most }: Description, args: readonly string[]): void {
  const shown = words.match(/\[?<[^>]+>/g) ?? [];
  const least = shown.filter((word) => word.startsWith('<')).length;
  if (args.length < least) throw new UsageError(`Something is missing: kwit ${name} ${words}`);
  const last = most ?? shown.length;
  if (args.length > last) throw new UsageError(`“${args[last]}” is a word too many: kwit ${name} ${words}`.trimEnd());
}

function read(args: readonly string[], name: string, options: Options) {
  try {
    // Without any fields, --json lists them.
    const whole = args.map((arg, at) => (arg === '--json' && /^(?:-.*)?$/.test(args[at + 1] ?? '') ? '--json=' : arg));
    return parseArgs({ args: whole, options, allowPositionals: true });
  } catch (error) {
    const mistake = optionMistake(error, `kwit ${name}`, Object.keys(options));
    throw mistake === null ? error : new UsageError(mistake);
  }
}

/** Fields that may be left out, without those that nobody has given. */
export const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** The number that a word names: `42` or `#42`. */
export function ticketNumber(word = ''): number {
  const number = Number(/^#?(\d{1,15})$/.exec(word)?.[1]);
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(`“${word}” is not the number of a ticket.`);
  return number;
}

/** @param what is to be one of the words: `--sort`. @returns the word, if there is one. @throws UsageError for another. */
export function oneOf<const Word extends string>(what: string, words: readonly Word[], word: string): Word;
export function oneOf<const Word extends string>(
  what: string,
  words: readonly Word[],
  word: string | undefined,
): Word | undefined;
export function oneOf(what: string, words: readonly string[], word: string | undefined): string | undefined {
  if (word === undefined) return word;
  if (!words.includes(word)) throw new UsageError(cannotBe(what, word, words));
  return word;
}

/** Checks words with commas between them. @returns the text as it was. @throws UsageError for another word. */
export function someOf(what: string, words: readonly string[], text: string | undefined): string | undefined {
  for (const word of text?.split(',') ?? []) oneOf(what, words, word.trim());
  return text;
}

export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}

const namesOf = (options: Options): (readonly [string, string])[] =>
  Object.entries(options).map(([name, { short, value, about }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`,
    about,
  ]);

export const helpOf = ({ name, words, summary, options, examples }: Command): string =>
  [
    `Usage: kwit ${name} ${words}`.trimEnd(),
    summary,
    '',
    'For example:',
    ...columns(examples),
    '',
    'Options:',
    ...columns(namesOf(options)),
  ].join('\n');
