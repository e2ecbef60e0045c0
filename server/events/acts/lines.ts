import { isHidden, readsInternals, seesEverything, seesProject, standing } from '#access';
import type { LineState } from '#contract/act-words.ts';
import type { Act, ActLine } from '#contract/acts.ts';
import { inParts, isDeveloper, type Person, type Work } from '#platform';
import { ActStore, type LineTicket, type StoredAct, type StoredLine } from './act-store.ts';
import { ticketIn } from './imported.ts';
import { isOfProgram } from './record-act.ts';
import { removedTickets } from './removed-ticket-store.ts';
import { type Restorers, restorerOf } from './restorer.ts';

/** A line that the caller may see, with its ticket and how it stands. */
export interface SeenLine extends StoredLine {
  readonly ticket: LineTicket | undefined;
  readonly state: LineState;
}

/** The facts by which somebody sees a line, or not. */
interface Sight {
  readonly tickets: ReadonlyMap<string, LineTicket>;
  /** Whether a line is about no field, or about one of which they may know. */
  readonly isFieldSeen: (name: string) => boolean;
}

/** Pure: whether somebody sees a line of an act, by the rights of now (docs/rules/acts.md#who-sees-what). */
function seesLine(
  person: Person,
  act: Pick<StoredAct, 'actor_id'>,
  line: StoredLine,
  { tickets, isFieldSeen }: Sight,
): boolean {
  const isOwn = act.actor_id === person.id;
  if (line.owner_id !== null && line.owner_id !== person.id) return false;
  if (!namesSeen(person, line, tickets)) return false;
  const id = ticketIn(line);
  if (id === null) {
    if (line.project_id !== null && !seesProject(person, line.project_id)) return false;
    return isOwn || isDeveloper(person);
  }
  const ticket = tickets.get(id);
  if (ticket === undefined) return false;
  if (isOfProjectLeft(person, line, ticket)) return false;
  const own = standing(person, ticket);
  return readsInternals(own) || (own !== 'none' && isOwn && line.is_internal === 0 && isFieldSeen(line.field));
}

/** A line of a project that the ticket has left is there for whoever sees that project. */
const isOfProjectLeft = (person: Person, { project_id }: StoredLine, ticket: LineTicket): boolean =>
  project_id !== null && project_id !== ticket.project_id && !seesProject(person, project_id);

/** A line that names another ticket is there for who sees that one, too. */
function namesSeen(person: Person, { thing_type, thing_id }: StoredLine, tickets: ReadonlyMap<string, LineTicket>) {
  if (thing_type !== 'ticket' || thing_id === null) return true;
  const other = tickets.get(thing_id);
  return other !== undefined && standing(person, other) !== 'none';
}

/** The lines of acts that the caller may see, in order, each with its state; by the ids of the acts. */
export async function seenLines(
  work: Work,
  acts: readonly StoredAct[],
  restorers: Restorers,
): Promise<ReadonlyMap<string, readonly SeenLine[]>> {
  const lines = await work.of(ActStore).linesOf({ acts: acts.map(({ id }) => id) });
  const tickets = await ticketsOfLines(work, lines);
  const byId = new Map(acts.map((act) => [act.id, act]));
  const isOfField = (name: string) => name.startsWith('fields.');
  const fields = lines.some(({ field }) => isOfField(field)) ? await restorers.seenFields(work) : new Set<string>();
  const sight = { tickets, isFieldSeen: (name: string) => !isOfField(name) || fields.has(name) };
  const seen = lines.filter((line) => {
    const act = byId.get(line.act_id);
    return act !== undefined && seesLine(work.actor, act, line, sight);
  });
  const states = await statesOf(work, seen, restorers);
  return Map.groupBy(
    seen.map((line, index) => ({
      ...line,
      ticket: tickets.get(ticketIn(line) ?? ''),
      state: states[index] ?? 'not_undoable',
    })),
    ({ act_id }) => act_id,
  );
}

export async function ticketsOfLines(
  work: Work,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<string, LineTicket>> {
  const ids = new Set(
    lines.flatMap((line) => [ticketIn(line) ?? [], line.thing_type === 'ticket' ? (line.thing_id ?? []) : []].flat()),
  );
  if (ids.size === 0) return new Map();
  const tickets = new Map<string, LineTicket>();
  await inParts([...ids], async (part) => {
    for (const ticket of await work.of(ActStore).tickets({ ids: part })) tickets.set(ticket.id, ticket);
  });
  const missing = [...ids].filter((id) => !tickets.has(id));
  for (const ticket of await removedTickets(work, missing)) tickets.set(ticket.id, ticket);
  return tickets;
}

/** How lines stand: a line can be put back while the value is there that its act set. */
export async function statesOf(work: Work, lines: readonly StoredLine[], restorers: Restorers): Promise<LineState[]> {
  const open = lines.filter((line) => line.is_undoable === 1 && line.undone_by_id === null);
  const present = new Map<string, unknown>();
  for (const [restorer, some] of Map.groupBy(open, (line) => restorerOf(restorers, line)))
    await inParts(some, async (part) => {
      for (const [id, value] of (await restorer?.present(work, part)) ?? []) present.set(id, value);
    });
  return lines.map((line) => {
    if (line.undone_by_id !== null) return 'undone';
    if (line.is_undoable === 0 || restorerOf(restorers, line) === undefined) return 'not_undoable';
    if (!present.has(line.id)) return 'gone';
    return JSON.stringify(present.get(line.id) ?? null) === (line.new_value ?? 'null') ? 'undoable' : 'changed_since';
  });
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/**
 * A line's two values. Who may not know of a project learns of a move from or to it only that it was, and who does not see
 * it reads it no more once the ticket has left it.
 */
function valuesOf(person: Person, { field, old_value, new_value, ticket }: SeenLine): { old: unknown; new: unknown } {
  const [old, now] = [parsed(old_value), parsed(new_value)];
  if (field !== 'project_id' || seesEverything(person)) return { old, new: now };
  const isProject = (value: unknown): value is string => typeof value === 'string';
  if ([old, now].some((value) => isProject(value) && isHidden(person, value))) return { old: null, new: null };
  const isLeft = (id: unknown) => isProject(id) && id !== ticket?.project_id && !seesProject(person, id);
  return { old: isLeft(old) ? null : old, new: isLeft(now) ? null : now };
}

export const viewLine = ({ actor }: Work, line: SeenLine): ActLine => ({
  id: line.id,
  ticket: line.ticket === undefined ? null : { id: line.ticket.id, number: line.ticket.number },
  thing:
    line.thing_type === null || (line.ticket_id === null && line.ticket !== undefined)
      ? null
      : { type: line.thing_type, id: line.thing_id, name: line.person_name ?? line.thing_name },
  field: line.field,
  ...valuesOf(actor, line),
  state: line.state,
});

/** The last undo of an act of which nothing is left to put back. */
export function undoneBy(lines: readonly SeenLine[]): string | null {
  if (lines.some(({ state }) => state === 'undoable')) return null;
  return (
    lines
      .flatMap(({ undone_by_id }) => undone_by_id ?? [])
      .sort()
      .at(-1) ?? null
  );
}

export const actorOf = ({ actor_id, actor_name }: Pick<StoredAct, 'actor_id' | 'actor_name'>) =>
  actor_id === null ? null : { id: actor_id, name: actor_name ?? '' };

/** Whether the caller may put a line back, as far as can be told without doing it. */
export const mayRestore = (work: Work, line: SeenLine, restorers: Restorers): boolean =>
  restorerOf(restorers, line)?.may(work, line, line.ticket) === true;

/** Shows an act as far as the caller sees it. @param isInTime whether it can still be taken back. */
export function viewAct(
  work: Work,
  act: StoredAct,
  lines: readonly SeenLine[],
  { restorers, isInTime }: { readonly restorers: Restorers; readonly isInTime: boolean },
): Act {
  const mayUndo = (line: SeenLine) => line.state === 'undoable' && mayRestore(work, line, restorers);
  return {
    id: act.id,
    at: act.at,
    actor: actorOf(act),
    via: act.via,
    token_name: isOfProgram(act.via) ? act.program : null,
    kind: act.kind,
    tickets: new Set(lines.flatMap((line) => ticketIn(line) ?? [])).size,
    fields: [...new Set(lines.map(({ field }) => field))].sort(),
    can_undo: isInTime && lines.some(mayUndo),
    undone_by: undoneBy(lines),
    undoes: act.undoes_id,
  };
}
