import { perhaps } from '../../cli/nearest.ts';
import { DESCRIBED, type Described } from './usage.ts';

/** What is wrong with a command that was not understood, and where to read on. */
export interface Mistake {
  readonly named: string;
  readonly lead: string;
}

/**
 * Finds out why a command was not understood, from what the help says of it.
 *
 * @param args what was typed behind `kwit`.
 * @param others the commands that do not run on the server.
 */
export function mistakeIn(args: readonly string[], others: readonly string[]): Mistake {
  const [name = '', verb = ''] = args;
  const known = DESCRIBED.filter(({ words }) => words[0] === name);
  if (known.length === 0) {
    const names = [...others, ...DESCRIBED.flatMap(({ words }) => words.slice(0, 1))];
    const named = name === '' ? 'No command was given.' : `There is no command “${name}”.${perhaps(name, names)}`;
    return { named, lead: 'kwit --help lists them all.' };
  }
  return { named: unknownVerb(name, verb, known) ?? unknownWords(args, known), lead: leadTo(name) };
}

/** @returns the sentence that leads to what the help says of a command. */
export const leadTo = (name: string): string => `kwit ${name} --help explains it.`;

function unknownVerb(name: string, verb: string, known: readonly Described[]): string | null {
  const verbs = known.flatMap(({ words }) => words.slice(1, 2));
  if (verbs.length === 0 || verbs.includes(verb)) return null;
  const all = [...new Set(verbs)];
  if (verb === '') return `Something is missing: kwit ${name} ${all.join('|')}`;
  return `There is no command “${name} ${verb}”.${perhaps(verb, all)} There are: ${all.join(', ')}.`;
}

/** The verb is known, or none is needed: so it is an option, or the words and values behind them. */
function unknownWords(args: readonly string[], known: readonly Described[]): string {
  const mine = known.filter(({ words }) => words.length === 1 || words[1] === args[1]);
  const typed = mine[0]?.words.slice(0, 2).join(' ') ?? '';
  const options = mine.flatMap(({ text }) => [...text.matchAll(/--[a-z-]+/g)].map(([option]) => option));
  const given = args.filter((word) => /^--./.test(word)).map((word) => word.replace(/=.*/s, ''));
  const unknown = given.find((option) => !options.includes(option));
  if (unknown !== undefined) return `kwit ${typed} has no option ${unknown}.${perhaps(unknown, options)}`;
  return `Kwit cannot make sense of “${args.join(' ')}”. It is meant so: ${mine.map(({ form }) => `kwit ${form}`).join('; ')}`;
}
