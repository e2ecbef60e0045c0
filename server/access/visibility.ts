/**
 * Decides what a person is to a ticket, and which of its comments, files, fields and events they are told. Every list, detail,
 * count, search, stream, mail and webhook asks this, and no other place decides it (docs/rules/access.md).
 * `scope-filter.ts` says the same in SQL.
 */
import type { Changed } from '#contract/events.ts';
import type { Standing } from '#contract/words.ts';
import { isDeveloper, type Person, type ProjectSight } from '#platform';

/** A reader: a signed-in person, or the recipient of a mail. */
export type Reader = Pick<Person, 'id' | 'role' | 'sight'>;

/** What of a ticket decides who sees it. */
export interface TicketFacts {
  readonly reporter_id: string | null;
  readonly assignee_id: string | null;
  readonly project_id: string | null;
  readonly restricted: 0 | 1;
  /** Who was added to it, as `addedPeople` reads it; null for nobody. */
  readonly people: string | null;
}

const OPEN: ProjectSight = { isSealed: false, mayReport: true, level: 0 };

/** What the teams of a person give them in a project; null is no project. */
export const sightIn = ({ sight }: Pick<Reader, 'sight'>, project: string | null): ProjectSight =>
  (project === null ? undefined : sight.projects.get(project)) ?? OPEN;

/** Whether a person works in a project, or reads it. */
export const seesProject = (person: Reader, project: string): boolean => {
  const { isSealed, level } = sightIn(person, project);
  return !isSealed || (isDeveloper(person) && level > 0);
};

/** Whether a person may not even know of a project: it is sealed, they do not see it and may not report into it. */
export const isHidden = (person: Reader, project: string | null): boolean =>
  project !== null && !seesProject(person, project) && !sightIn(person, project).mayReport;

/** What a person is to a ticket (docs/rules/access.md#standing). */
export function standing(person: Reader, ticket: TicketFacts): Standing {
  const { isSealed, level } = sightIn(person, ticket.project_id);
  const participates = ticket.people !== null && addedPeople(ticket).some(({ id }) => id === person.id);
  const worksThere = !isSealed || level >= 2;
  const isNamed = (worksThere && ticket.assignee_id === person.id) || level === 3 || participates;
  if (isDeveloper(person) && (ticket.restricted === 1 ? isNamed : worksThere)) return 'worker';
  if (ticket.reporter_id === person.id) return 'reporter';
  if (participates) return 'participant';
  return isDeveloper(person) && ticket.restricted === 0 && level === 1 ? 'reader' : 'none';
}

/** Whether somebody of this standing reads internal comments, internal notes and their history. */
export const readsInternals = (one: Standing): boolean => one === 'worker' || one === 'reader';

/** Whether nobody may know that the ticket exists who may not open it: it is restricted, or its project is sealed. */
export const isConcealed = (person: Reader, ticket: TicketFacts): boolean =>
  ticket.restricted === 1 || sightIn(person, ticket.project_id).isSealed;

const ID_LENGTH = 36;

/** Who was added to a ticket: each line of the column is an id and a name. */
export const addedPeople = ({ people }: Pick<TicketFacts, 'people'>): { id: string; name: string }[] =>
  (people ?? '')
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => ({ id: one.slice(0, ID_LENGTH), name: one.slice(ID_LENGTH + 1) }));

interface MaybeInternal {
  readonly is_internal: 0 | 1;
}

/** Whether somebody of this standing, who may open the ticket, may read a comment of it, or have a file. */
export const mayRead = (one: Standing, { is_internal }: MaybeInternal): boolean =>
  is_internal === 0 || readsInternals(one);

/**
 * The fields whose changes Kwit tells those alone who read internals. Reporters cannot read the note and the internal comments, and a
 * link may lead to a ticket that they cannot open.
 */
export const INTERNAL_FIELDS = [
  'internal_note',
  'labels',
  'related_tickets',
  'internal_comments',
  'internal_attachments',
  'beside',
] as const satisfies readonly Changed[];

export const isInternalField = (field: string): boolean => INTERNAL_FIELDS.some((internal) => internal === field);

/** What of an event decides who may hear of it: its ticket as it is now, and itself. */
export interface StreamEvent extends TicketFacts {
  /** Whether its name and payload are such that reporters may know of it (`events/catalogue.ts`). */
  readonly isForReporters: boolean;
}

export function mayHear(person: Reader, event: StreamEvent): boolean {
  const one = standing(person, event);
  return readsInternals(one) || (event.isForReporters && one !== 'none');
}
