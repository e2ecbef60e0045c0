/**
 * A person's standing on a ticket and in a project, and the comments, files, fields and events that they are told. Every
 * list, detail, count, search, stream, mail and webhook asks this (docs/rules/access.md); `rule.ts` decides it.
 */
import type { Changed } from '#contract/events.ts';
import { fieldsWith } from '#contract/ticket-fields.ts';
import type { Standing } from '#contract/words.ts';
import { isDeveloper, type Person, type ProjectSight } from '#platform';
import type { RowOf } from '#records';
import { APART, type Fact, holds, SEES_PROJECT, STANDING, WORKS_IN_PROJECT } from './rule.ts';

/** A reader: a signed-in person, or the recipient of a mail. */
export type Reader = Pick<Person, 'id' | 'role' | 'sight'>;

/** The columns of a ticket that decide who sees it. */
export interface TicketFacts {
  readonly reporter_id: string | null;
  readonly assignee_id: string | null;
  readonly project_id: string | null;
  readonly restricted: 0 | 1;
  /** The people who were added to it, as `addedPeople` reads them; null for nobody. */
  readonly people: string | null;
}

/** Whether a ticket is restricted, and its project sealed; null without a project. */
export interface ApartFacts extends Pick<RowOf<'tickets'>, 'restricted'> {
  readonly sealed: 0 | 1 | null;
}

const OPEN: ProjectSight = { sealed: false, mayReport: true, works: false, reads: false, leads: false };

const sightIn = ({ sight }: Pick<Reader, 'sight'>, project: string | null): ProjectSight =>
  (project === null ? undefined : sight.projects.get(project)) ?? OPEN;

/** The facts of a person in a project. */
export const inProject =
  (person: Reader, project: string | null) =>
  (fact: Fact): boolean => {
    const sight = sightIn(person, project);
    if (fact === 'developer') return isDeveloper(person);
    return fact === 'sealed' || fact === 'works' || fact === 'reads' || fact === 'leads' ? sight[fact] : false;
  };

/** Whether a project is sealed. @param project null is no project. */
export const isSealed = (person: Pick<Reader, 'sight'>, project: string | null): boolean =>
  sightIn(person, project).sealed;

/** Whether a person works in a project, or reads it. */
export const seesProject = (person: Reader, project: string): boolean =>
  holds(SEES_PROJECT, inProject(person, project));

/** Whether a person is a developer who works in a project. */
export const worksInProject = (person: Reader, project: string | null): boolean =>
  holds(WORKS_IN_PROJECT, inProject(person, project));

/** Whether a person leads a team that works in a project. */
export const leadsProject = (person: Pick<Reader, 'sight'>, project: string): boolean => sightIn(person, project).leads;

/** Whether a person may report into a project. @param project null is no project. */
export const mayReportInto = (person: Reader, project: string | null): boolean =>
  project === null || seesProject(person, project) || sightIn(person, project).mayReport;

/** Whether a project is sealed, as it is stored. */
export const isSealedProject = ({ sealed }: Pick<RowOf<'projects'>, 'sealed'>): boolean => sealed === 1;

/** Whether a team works in a project, and does not only read it. */
export const worksByTeam = ({ level }: Pick<RowOf<'project_teams'>, 'level'>): boolean => level === 'work';

/** Whether people who have no account yet may report into a project. */
export const letsStrangersReport = (project: Pick<RowOf<'projects'>, 'sealed' | 'reports'>): boolean =>
  !isSealedProject(project) || project.reports === 'everyone';

/** Whether a person may not even know of a project: it is sealed, they do not see it and may not report into it. */
export const isHidden = (person: Reader, project: string | null): boolean => !mayReportInto(person, project);

/** The project of a row as a person may know it: null where it is hidden from them. */
export const knowableProject = (person: Reader, project: string | null): string | null =>
  isHidden(person, project) ? null : project;

/** No row has this id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** The project that a filter names: what the person does not see is as one that does not exist. @param project other words than ids pass. */
export const filteredProject = (person: Reader, project: string): string =>
  seesProject(person, project) ? project : NIL;

/** Whether only people who are named on a ticket work on it. */
export const isRestricted = ({ restricted }: Pick<TicketFacts, 'restricted'>): boolean => restricted === 1;

/** Changed facts that decide who sees a ticket. */
interface SightChange {
  readonly assignee_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly restricted?: boolean | undefined;
}

/** The facts of a ticket once it is changed. */
export function changedFacts<T extends TicketFacts>(ticket: T, change: SightChange): T {
  const { assignee_id = ticket.assignee_id, project_id = ticket.project_id } = change;
  const { restricted = isRestricted(ticket) } = change;
  return { ...ticket, assignee_id, project_id, restricted: restricted ? 1 : 0 };
}

/** Whether a change restricts a ticket, or opens it. */
export const changesRestriction = (ticket: TicketFacts, change: SightChange): boolean =>
  changedFacts(ticket, change).restricted !== ticket.restricted;

/** Whether a change may change who sees a ticket, besides whom it assigns. */
export function isSeenOtherwise(person: Pick<Reader, 'sight'>, ticket: TicketFacts, change: SightChange): boolean {
  const after = changedFacts(ticket, change);
  const isMoved = after.project_id !== ticket.project_id;
  return changesRestriction(ticket, change) || (isMoved && [ticket, after].some((facts) => isConcealed(person, facts)));
}

const onTicket = (person: Reader, ticket: TicketFacts): ((fact: Fact) => boolean) => {
  const there = inProject(person, ticket.project_id);
  return (fact) => {
    switch (fact) {
      case 'restricted':
        return isRestricted(ticket);
      case 'reported':
        return ticket.reporter_id === person.id;
      case 'assigned':
        return ticket.assignee_id === person.id;
      case 'added':
        return addedTo(person, ticket) !== undefined;
      case 'appointed':
        return addedTo(person, ticket)?.isAppointed === true;
      default:
        return there(fact);
    }
  };
};

/** The person's standing on a ticket (docs/rules/access.md#standing). */
export function standing(person: Reader, ticket: TicketFacts): Standing {
  const is = onTicket(person, ticket);
  return STANDING.find(([, rule]) => holds(rule, is))?.[0] ?? 'none';
}

/** Somebody's standing on a ticket that is nobody's, by one of their teams alone, or by none. */
export function standingBy(
  person: Reader,
  ticket: TicketFacts,
  team: (Pick<RowOf<'project_teams'>, 'level'> & Pick<RowOf<'team_members'>, 'is_lead'>) | null,
): Standing {
  const [works, reads] = [team?.level === 'work', team?.level === 'read'];
  const there = { ...sightIn(person, ticket.project_id), works, reads, leads: works && team?.is_lead === 1 };
  const projects = new Map(ticket.project_id === null ? [] : [[ticket.project_id, there]]);
  return standing({ ...person, sight: { ...person.sight, projects } }, { ...ticket, assignee_id: null });
}

/** Whether somebody of this standing reads internal comments, internal notes and their history. */
export const readsInternals = (standing: Standing): boolean => standing === 'worker' || standing === 'reader';

/** Whether nobody may know that the ticket exists who may not open it: it is restricted, or its project is sealed. */
export const isApart = ({ restricted, sealed }: ApartFacts): boolean =>
  holds(APART, (fact) => (fact === 'restricted' ? restricted === 1 : sealed === 1));

/** As `isApart`, of a ticket as a person knows it. */
export const isConcealed = (person: Pick<Reader, 'sight'>, ticket: TicketFacts): boolean =>
  isApart({ restricted: ticket.restricted, sealed: isSealed(person, ticket.project_id) ? 1 : 0 });

/** Somebody who was added to a ticket. */
export interface PersonOnTicket {
  readonly id: string;
  readonly name: string;
  /** Whether somebody who works on it added or confirmed them. */
  readonly isAppointed: boolean;
}

type AddedRow = readonly [id: string, name: string, appointed: 0 | 1];

/** The people who were added to a ticket. A version before this one recorded them as lines: nobody is read from those. */
export const addedPeople = ({ people }: Pick<TicketFacts, 'people'>): PersonOnTicket[] =>
  people?.startsWith('[')
    ? (JSON.parse(people) as AddedRow[]).map(([id, name, appointed]) => ({ id, name, isAppointed: appointed === 1 }))
    : [];

export const asPeopleColumn = (people: readonly PersonOnTicket[]): string | null =>
  people.length === 0
    ? null
    : JSON.stringify(people.map(({ id, name, isAppointed }): AddedRow => [id, name, isAppointed ? 1 : 0]));

const addedTo = (person: Pick<Reader, 'id'>, ticket: TicketFacts): PersonOnTicket | undefined =>
  ticket.people === null ? undefined : addedPeople(ticket).find(({ id }) => id === person.id);

interface MaybeInternal {
  readonly is_internal: 0 | 1;
}

/** Whether somebody of this standing, who may open the ticket, may read a comment of it, or have a file. */
export const mayRead = (standing: Standing, { is_internal }: MaybeInternal): boolean =>
  is_internal === 0 || readsInternals(standing);

/**
 * The fields whose changes Kwit tells those alone who read internals. Reporters cannot read the note and the internal comments, and a
 * link may lead to a ticket that they cannot open.
 */
export const INTERNAL_FIELDS = [
  ...fieldsWith({ reader: 'internals' }),
  'labels',
  'related_tickets',
  'internal_comments',
  'internal_attachments',
  'beside',
] as const satisfies readonly Changed[];

/** Whether changes of a field are internal, unless they say themselves that they are public. */
export const isInternalField = (field: string): boolean =>
  field.startsWith('fields.') || INTERNAL_FIELDS.some((internal) => internal === field);

/** The facts of an event that decide who may hear of it: its ticket as it is now, and itself. */
export interface StreamEvent extends TicketFacts {
  /** Whether its name and payload are such that reporters may know of it (`events/catalogue.ts`). */
  readonly isForReporters: boolean;
}

export function mayHear(person: Reader, event: StreamEvent): boolean {
  const personStanding = standing(person, event);
  return readsInternals(personStanding) || (event.isForReporters && personStanding !== 'none');
}
