import type { Standing } from '../../contract/words.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { PlantedTicket, World } from './tickets.ts';

/** The standing of a reader at a ticket. */
export interface Cell {
  readonly world: World;
  readonly person: Player;
  readonly isDeveloper: boolean;
  readonly standing: Standing;
  /** Whether nobody may know that it exists who may not open it. */
  readonly isConcealed: boolean;
  /** Whether they see the sealed project. */
  readonly seesSealed: boolean;
  readonly ticket: PlantedTicket;
  /** The other ticket with the same facts. */
  readonly twin: PlantedTicket;
}

/** Which words of the ticket an answer has. */
export type Shown = 'nothing' | 'public words' | 'all words';

/** A status, or a status and the code of the refusal. */
export type Expected = (cell: Cell) => string;

/** A call of an operation about one ticket. */
export interface TicketCall {
  readonly of: 'open' | 'closed';
  /** Its address, where the operation's path with the ids of the ticket is not enough. */
  readonly path?: (cell: Cell, ids: Ids) => string;
  readonly body?: (cell: Cell, ids: Ids) => object;
  /** Makes what the call takes away. */
  readonly before?: (cell: Cell) => Promise<Ids>;
  /** Puts back what it has changed. */
  readonly after?: (cell: Cell) => Promise<unknown>;
  readonly answers: Expected;
  /** The least that a success shows; nothing more than the reader may read is in any answer. */
  readonly shows?: (cell: Cell) => Shown;
  /** The number of `count` in the answer. */
  readonly counts?: (cell: Cell) => number;
}

export type Ids = Readonly<Record<string, string>>;

/** A call whose answer may be about all tickets. */
export interface WholeCall {
  readonly paths: readonly string[];
  readonly isForDevelopers: boolean;
  readonly shows: (cell: Cell) => Shown;
}

/** An operation is about one ticket, about all of them, or about none, with the reason. */
export type OperationRow =
  | { readonly about: 'a ticket'; readonly calls: readonly TicketCall[] }
  | ({ readonly about: 'tickets' } & WholeCall)
  | { readonly about: 'none'; readonly why: string };

export const reads = (standing: Standing): boolean => standing === 'worker' || standing === 'reader';
export const says = (standing: Standing): boolean => standing !== 'none' && standing !== 'reader';

export const REFUSED = '403 forbidden';
/** The refusal of somebody who may not open the ticket. */
export const unopened = ({ standing, isConcealed }: Cell, code = 'ticket_not_found'): string | null =>
  standing !== 'none' ? null : isConcealed ? `404 ${code}` : REFUSED;

/** Refused are those alone of whom `may` is false. */
export const where =
  (may: (cell: Cell) => boolean, success: number): Expected =>
  (cell) =>
    unopened(cell) ?? (may(cell) ? String(success) : REFUSED);
/** Succeeds by standing on a route of developers: users are refused before the ticket is looked at. */
export const whereDeveloper =
  (may: (cell: Cell) => boolean, success: number): Expected =>
  (cell) =>
    cell.isDeveloper ? where(may, success)(cell) : REFUSED;

/** Keeps the refusals; whoever succeeds is answered something else. */
export const instead =
  (answer: string, expected: Expected): Expected =>
  (cell) =>
    expected(cell).startsWith('2') ? answer : expected(cell);

export const opens = (success: number): Expected => where(() => true, success);
export const talks = (success: number): Expected => where(({ standing }) => says(standing), success);
export const works = (success: number): Expected => whereDeveloper(({ standing }) => standing === 'worker', success);
export const readsInternals = (success: number): Expected => whereDeveloper(({ standing }) => reads(standing), success);
export const owns = (success: number): Expected =>
  where(({ standing }) => standing === 'worker' || standing === 'reporter', success);

/** For who corrects a report: an assignee has taken it over from its reporter. */
export const corrects: Expected = (cell) =>
  cell.standing === 'reporter' && cell.ticket.facts.assignee_id !== null ? '403 ticket_locked' : owns(200)(cell);

export const allSeen = ({ standing }: Cell): Shown =>
  standing === 'none' ? 'nothing' : reads(standing) ? 'all words' : 'public words';
export const publicSeen = ({ standing }: Cell): Shown => (standing === 'none' ? 'nothing' : 'public words');
export const nothing = (): Shown => 'nothing';
/** A list of developers, of what they see with everything on it. */
export const internallySeen = ({ standing }: Cell): Shown => (reads(standing) ? 'public words' : 'nothing');

export const about = (...calls: readonly TicketCall[]): OperationRow => ({ about: 'a ticket', calls });
export const all = (paths: readonly string[], shows: WholeCall['shows'] = nothing): OperationRow => ({
  ...{ about: 'tickets', paths, shows, isForDevelopers: false },
});
export const developersAll = (paths: readonly string[], shows: WholeCall['shows'] = nothing): OperationRow => ({
  ...{ about: 'tickets', paths, shows, isForDevelopers: true },
});
export const none = (why: string): OperationRow => ({ about: 'none', why });
