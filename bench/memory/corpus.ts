/**
 * The texts that measure the memory: closed tickets with their answers, questions that people ask later, and searches. All
 * of it is invented and written by hand; `README.md` beside this file says how it is meant and how to add to it.
 */
import { globSync, readFileSync } from 'node:fs';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { CATEGORIES } from '../../contract/words.ts';

const words = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength, pattern: '\\S' });
const oneOf = <const W extends readonly string[]>(options: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...options] });
const record = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const Language = oneOf(['pl', 'en']);
/** Names a ticket, a question or a search in this corpus, and never changes. */
const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });
/** Rules and bounds are chosen on `tune` and judged on `report`. No ticket answers questions of both. */
const Half = oneOf(['tune', 'report']);

const Reporter = record({ id: Slug, name: words(1, 80), language: Language });
export type Reporter = Static<typeof Reporter>;

/** A closed ticket: what was reported, and the closure summary with its public question. */
const CorpusTicket = record({
  id: Slug,
  language: Language,
  reporter: Slug,
  category: oneOf(CATEGORIES),
  title: words(1, 200),
  description: words(1, 5000),
  question: words(3, 300),
  answer: words(20, 2000),
});
export type CorpusTicket = Static<typeof CorpusTicket>;

export const QUESTION_KINDS = [
  'close',
  'other-words',
  'long',
  'slang',
  'typos',
  'codes',
  'other-language',
  'nothing-fits',
] as const;

/** A later report, as far as it has been typed. */
const Question = record({
  id: Slug,
  kind: oneOf(QUESTION_KINDS),
  language: Language,
  /** The likelier writer; any question can be asked as either. */
  asker: oneOf(['reporter', 'developer']),
  title: words(1, 300),
  description: Type.String({ maxLength: 2000 }),
  /** Ids of tickets; any of them is right. None when nothing fits. */
  answered_by: Type.Array(Slug),
  half: Half,
});
export type Question = Static<typeof Question>;

export const SEARCH_KINDS = [
  'exact',
  'inflected',
  'joined',
  'inner-capitals',
  'version',
  'typo',
  'phrase',
  'beginnings',
] as const;

/** A text that somebody types into the search of tickets. */
const Search = record({
  id: Slug,
  kind: oneOf(SEARCH_KINDS),
  language: Language,
  query: words(1, 200),
  answered_by: Type.Array(Slug, { minItems: 1 }),
  half: Half,
});
export type Search = Static<typeof Search>;

/** The sample of desks that help with computers, and three of other fields of work. `README.md` says what each may judge. */
export const SAMPLES = ['corpus', 'fields', 'trades', 'blind'] as const;
export type Sample = (typeof SAMPLES)[number];

/** The invented people who reported the tickets of all samples. */
export const readReporters = (): Reporter[] => readAll(Reporter, 'corpus/reporters.json');

export const readTickets = (sample: Sample = 'corpus'): CorpusTicket[] =>
  isLines(sample) ? readLines(sample).tickets : readAll(CorpusTicket, `${sample}/tickets{,/*}.json`);

export const readQuestions = (sample: Sample = 'corpus'): Question[] =>
  isLines(sample) ? readLines(sample).questions : readAll(Question, `${sample}/questions{,/*}.json`);

export const readSearches = (): Search[] => readAll(Search, 'corpus/searches.json');

const isLines = (sample: Sample) => sample === 'trades' || sample === 'blind';

/** A sample that is written as lines: the beginning of `trades.txt` says how. */
function readLines(sample: Sample) {
  const reporters = Map.groupBy(readReporters(), ({ language }) => language);
  const tickets: CorpusTicket[] = [];
  const questions: Question[] = [];
  for (const line of readFileSync(new URL(`${sample}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [first = '', language = '', title = '', description = '', question = '', answer = ''] = line
      .replace(/^> /, '')
      .split(' | ');
    if (!line.startsWith('>')) {
      const reporter = reporters.get(Value.Parse(Language, language))?.[tickets.length % 13]?.id;
      tickets.push(
        Value.Parse(CorpusTicket, {
          id: first,
          language,
          reporter,
          category: 'bug',
          title,
          description,
          question,
          answer,
        }),
      );
    } else {
      const answered_by = first === 'nothing-fits' ? [] : [tickets.at(-1)?.id];
      const id = `${first}-${language}-${questions.length}`;
      questions.push(
        Value.Parse(Question, {
          id,
          kind: first,
          language,
          asker: 'reporter',
          title,
          description,
          answered_by,
          half: 'report',
        }),
      );
    }
  }
  return { tickets, questions };
}

/** Every entry of the files that match, in the order of their names. Throws where one has not the shape. */
function readAll<S extends TSchema>(schema: S, pattern: string) {
  const folder = new URL('./', import.meta.url);
  return globSync(pattern, { cwd: folder })
    .sort()
    .flatMap((path) => Value.Parse(Type.Array(schema), JSON.parse(readFileSync(new URL(path, folder), 'utf8'))));
}
