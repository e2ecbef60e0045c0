import { hasInternals, type TicketScope } from '#access';
import { EVERYBODYS_SPACE } from '#platform';
import type { RowOf } from '#records';

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
const tagOf = (id: string | null): string => (id ?? '').replaceAll('-', '').slice(-TAG_LENGTH);
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
