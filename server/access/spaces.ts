import { EVERYBODYS_SPACE } from '#platform';
import type { RowOf } from '#records';
import { type Fact, INTERNALS, type Notation, OPENS, printed, type Rule } from './rule.ts';
import { hasInternals, scopesOf, type TicketScope } from './scope-filter.ts';
import type { NamedApart } from './sight-store.ts';
import type { ApartFacts, Reader } from './visibility.ts';

/** The facts that decide in which spaces of the indexes the words of a ticket stand. */
export interface PlacedTicket extends ApartFacts, Pick<RowOf<'tickets'>, 'number' | 'reporter_id' | 'project_id'> {}

/** The spaces of a ticket's public words, which everybody reads who sees it, and of its internal words. */
export interface Spaces {
  readonly public: readonly string[];
  readonly internal: readonly string[];
}

const TAG_LENGTH = 12;
/** The end of an id, which names a space. */
const tagOf = (id: string | null): string => (id ?? '').replaceAll('-', '').slice(-TAG_LENGTH);
/** The space of those who work in a sealed project, or read it. */
const teamSpace = (project: string | null): string => `@t${tagOf(project)}@`;
/** The space of those who lead a team of a project, where a ticket is restricted. */
const leadSpace = (project: string | null): string => `@l${tagOf(project)}@`;
const reporterSpace = (person: string): string => `@r${tagOf(person)}@`;
/** The space of those who were added to a ticket, or work on a restricted one by name. */
const ticketSpace = (number: number): string => `@n${number}@`;

/** A fact gives a space: the people for whom it can hold. The first of these is the narrowest. */
const NARROWEST = ['ticket', 'reporter', 'lead', 'team', 'everybody'] as const;
type Kind = (typeof NARROWEST)[number];

const KIND_OF: Readonly<Record<Exclude<Fact, 'sealed' | 'restricted'>, Kind>> = {
  developer: 'everybody',
  works: 'team',
  reads: 'team',
  leads: 'lead',
  reported: 'reporter',
  assigned: 'ticket',
  added: 'ticket',
  appointed: 'ticket',
};

/** A condition as the kinds of spaces of those for whom it can hold. A condition that is not so narrows nothing. */
const kinds = ({ restricted, sealed }: ApartFacts): Notation<ReadonlySet<Kind>> => ({
  word(rule) {
    if (rule === 'sealed') return sealed === 1;
    if (rule === 'restricted') return restricted === 1;
    return typeof rule === 'string' ? new Set([KIND_OF[rule]]) : undefined;
  },
  any: (parts) => parts.reduce((union, part) => union.union(part)),
  all: (parts) => parts.reduce((narrowest, part) => (widthOf(part) < widthOf(narrowest) ? part : narrowest)),
  not: () => new Set<Kind>(['everybody']),
});

const widthOf = (part: ReadonlySet<Kind>): number => Math.max(...[...part].map((kind) => NARROWEST.indexOf(kind)));

function spacesBy(rule: Rule, ticket: PlacedTicket): readonly string[] {
  const has = printed(rule, kinds(ticket));
  if (typeof has === 'boolean' || has.has('everybody')) return [EVERYBODYS_SPACE];
  const space: Readonly<Record<Exclude<Kind, 'everybody'>, string>> = {
    team: teamSpace(ticket.project_id),
    lead: leadSpace(ticket.project_id),
    reporter: reporterSpace(ticket.reporter_id),
    ticket: ticketSpace(ticket.number),
  };
  return (['team', 'lead', 'reporter', 'ticket'] as const).filter((kind) => has.has(kind)).map((kind) => space[kind]);
}

/**
 * The spaces in which the words of a ticket stand in the indexes. The words of a sealed project's tickets, and of restricted
 * ones, stand there for those alone who see them: nobody else's search meets them, by hits, count or time.
 */
export const spacesOf = (ticket: PlacedTicket): Spaces => ({
  public: spacesBy(OPENS, ticket),
  internal: spacesBy(INTERNALS, ticket),
});

/** Every space in which words of a ticket are looked for by Kwit itself. @param places the projects of all that is apart. */
export const everySpace = (places: readonly (ApartFacts & Pick<PlacedTicket, 'project_id'>)[]): readonly string[] => [
  EVERYBODYS_SPACE,
  ...places.map(({ project_id, restricted }) => (restricted === 1 ? leadSpace(project_id) : teamSpace(project_id))),
];

/**
 * The spaces in which a reader's search looks for words of a scope.
 *
 * @param named the sealed and restricted tickets that they see by name.
 */
export function readerSpaces(scope: TicketScope, named: readonly NamedApart[]): readonly string[] {
  if (hasInternals(scope))
    return [
      EVERYBODYS_SPACE,
      ...scope.sealed.map(teamSpace),
      ...(scope.hasRestricted ? scope.led.map(leadSpace) : []),
      ...named.filter((ticket) => ticket.hasInternals).map(({ number }) => ticketSpace(number)),
    ];
  const own = scope.closed.length > 0 || scope.hasRestricted ? [reporterSpace(scope.readerId)] : [];
  const numbered = named.map(({ number }) => ticketSpace(number));
  return scope.kind === 'public' ? [...own, ...numbered] : [EVERYBODYS_SPACE, ...own, ...numbered];
}

/** The end of each stem of an answer that only a sealed project's readers may find by similarity. */
const stemTag = (project: string): string => `q${tagOf(project)}`;

/** The ends of stems by which a reader meets answers of sealed projects. */
export const stemTagsOf = (person: Reader): string[] => scopesOf(person)[0].sealed.map(stemTag);

/**
 * The end of the stems of a ticket's answer that is not shared: empty where all who ask may meet it; null where nobody finds
 * it by similarity, as that of a restricted ticket.
 */
export function stemTagFor(ticket: PlacedTicket): string | null {
  const [space] = spacesOf(ticket).internal;
  if (space === EVERYBODYS_SPACE) return '';
  return space === teamSpace(ticket.project_id) ? stemTag(ticket.project_id ?? '') : null;
}
