import { hasInternals, type TicketScope } from '#access';
import { EVERYBODYS_SPACE, inSpace, type SearchEntry, wordsOf } from '#platform';
import type { RowOf } from '#records';
import { withoutMentions } from './mentions.ts';
import { BETWEEN_ROWS, indexedWords } from './question.ts';

/** What decides in which spaces the words of a ticket stand. */
export interface ApartFacts extends Pick<RowOf<'tickets'>, 'number' | 'reporter_id' | 'project_id' | 'restricted'> {
  /** null for a ticket without a project. */
  readonly sealed: 0 | 1 | null;
}

/** The spaces of a ticket's words: of those that everybody reads who sees it, and of internal ones. */
export interface Spaces {
  readonly told: readonly string[];
  readonly internal: readonly string[];
}

export const OPEN_SPACES: Spaces = { told: [EVERYBODYS_SPACE], internal: [EVERYBODYS_SPACE] };

const TAG_LENGTH = 12;
/** The end of an id, by which a space is told. */
export const tagOf = (id: string | null): string => (id ?? '').replaceAll('-', '').slice(-TAG_LENGTH);
/** The space of those who work in a sealed project, or read it. */
const teamSpace = (project: string): string => `@t${tagOf(project)}@`;
/** The space of those who lead a team of a project, where a ticket is restricted. */
const leadSpace = (project: string | null): string => `@l${tagOf(project)}@`;
const reporterSpace = (person: string): string => `@r${tagOf(person)}@`;
/** The space of those who were added to a ticket, or work on a restricted one by name. */
const ticketSpace = (number: number): string => `@n${number}@`;

/**
 * The spaces in which the words of a ticket stand in the indexes. Those of a sealed project's tickets, and of restricted
 * ones, stand there for those alone who see them: nobody else's search meets them, by hits, count or time.
 */
export function spacesOf({ number, reporter_id, project_id, restricted, sealed }: ApartFacts): Spaces {
  const named = [reporterSpace(reporter_id), ticketSpace(number)];
  if (restricted === 1) {
    const leads = leadSpace(project_id);
    return { told: [leads, ...named], internal: [leads, ticketSpace(number)] };
  }
  if (sealed !== 1 || project_id === null) return OPEN_SPACES;
  const team = teamSpace(project_id);
  return { told: [team, ...named], internal: [team] };
}

/** Every space in which words of a ticket are looked for by Kwit itself. @param projects of all that is apart. */
export const everySpace = (projects: readonly Pick<ApartFacts, 'project_id' | 'restricted'>[]): readonly string[] => [
  EVERYBODYS_SPACE,
  ...projects.map(({ project_id, restricted }) =>
    restricted === 1 || project_id === null ? leadSpace(project_id) : teamSpace(project_id),
  ),
];

/**
 * The spaces in which a reader's search looks for words of a scope.
 *
 * @param named numbers of the sealed and restricted tickets that they see by name.
 */
export function readerSpaces(scope: TicketScope, named: readonly number[]): readonly string[] {
  const numbered = named.map(ticketSpace);
  if (hasInternals(scope))
    return [
      EVERYBODYS_SPACE,
      ...scope.sealed.map(teamSpace),
      ...(scope.hasRestricted ? scope.led.map(leadSpace) : []),
      ...numbered,
    ];
  const own = scope.closed.length > 0 || scope.hasRestricted ? [reporterSpace(scope.readerId)] : [];
  return scope.kind === 'public' ? [...own, ...numbered] : [EVERYBODYS_SPACE, ...own, ...numbered];
}

/** The index keeps at most so many words and letters of a thread's comments, newest first, counted in each space. Internal comments count apart. */
const MOST_WORDS = 20_000;
const MOST_LETTERS = 200_000;

/** The parts of a ticket that are searched. */
export type SearchedTicket = Pick<RowOf<'tickets'>, 'id' | 'number' | 'reporter_id' | 'title' | 'description'>;
type SearchedComment = Pick<RowOf<'comments'>, 'content' | 'is_internal'>;

/** The words of a ticket's report, as they are written. */
export interface ReportedWords {
  readonly title: string[];
  readonly description: string[];
}

export const reportedWords = ({ title, description }: SearchedTicket): ReportedWords => ({
  title: wordsOf(title),
  description: wordsOf(description),
});

/** A text's words in each of some spaces, so that no phrase reaches from one into the other. */
export const inEach = (spaces: readonly string[], words: readonly string[]): readonly string[] =>
  spaces.flatMap((space, index) => [...(index === 0 ? [] : [BETWEEN_ROWS]), ...inSpace(space, words)]);

/** The words of a ticket, for the index. @param comments newest first. @param words those of its report. */
export function searchEntry(
  ticket: SearchedTicket,
  comments: readonly SearchedComment[],
  { told, internal } = OPEN_SPACES,
  words = reportedWords(ticket),
): SearchEntry {
  const written = (isInternal: 0 | 1) => comments.filter(({ is_internal }) => is_internal === isInternal);
  return {
    number: ticket.number,
    reporterId: ticket.reporter_id,
    spaces: told,
    title: inEach(told, indexedWords(ticket.title, words.title)),
    description: inEach(told, indexedWords(ticket.description, words.description)),
    comments: bounded(written(0), told),
    internal: bounded(written(1), internal),
  };
}

function bounded(comments: readonly SearchedComment[], spaces: readonly string[]): (readonly string[])[] {
  const kept: (readonly string[])[] = [];
  let words = Math.floor(MOST_WORDS / spaces.length);
  let letters = MOST_LETTERS;
  const names = spaces.join('').length;
  for (const { content } of comments) {
    if (words <= 0 || letters <= 0) break;
    const next = indexedWords(withoutMentions(content)).slice(0, words);
    words -= next.length;
    for (const word of next) letters -= spaces.length * word.length + names;
    kept.push(inEach(spaces, next));
  }
  return kept;
}
