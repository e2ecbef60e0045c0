/** Fills a service with the corpus and asks it, as a client does. */
import type { ClosingDraft } from '../../contract/closing-draft.ts';
import type { SimilarTicket } from '../../contract/similar.ts';
import type { ListedTicket } from '../../contract/ticket-list.ts';
import type { Player } from '../../server/testing/cast.ts';
import { type App, startApp } from '../../server/testing/start-app.ts';
import { type Question, readReporters, readTickets, type Sample, type Search } from './corpus.ts';

/** A service that has the whole corpus, and who asks it. */
export interface Memory {
  readonly app: App;
  readonly developer: Player;
  /** Somebody who has reported nothing. */
  readonly reporter: Player;
  /** The number of each ticket of the corpus, by its id there. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Parts of a closure summary beside the answer: its question, or the words that Kwit offers, or both. */
export interface Closing {
  readonly question?: true;
  readonly words?: true;
}

export async function remember(sample: Sample, closing: Closing): Promise<Memory> {
  const app = await startApp('sqlite');
  const developer = await app.cast.dev;
  (await developer.patch('/api/settings', { share_closure_summaries: true })).is(200);
  const reporters = new Map<string, Player>();
  for (const { id } of readReporters()) reporters.set(id, await app.cast.signsIn(`${id}@example.com`));
  const numbers = new Map<string, number>();
  for (const { id, reporter, title, description, question, answer } of readTickets(sample)) {
    const writer = reporters.get(reporter);
    if (writer === undefined) throw new Error(`Nobody is called ${reporter}.`);
    const ticket = await writer.opens({ title, description });
    const { found_by } = (await developer.get<ClosingDraft>(`/api/tickets/${ticket.id}/closing-draft`)).is(200);
    const summary = {
      closure_summary: answer,
      ...(closing.question ? { closure_question: question } : {}),
      ...(closing.words ? { closure_found_by: found_by.map(({ words }) => words) } : {}),
    };
    (await developer.patches(ticket, { status: 'closed', ...summary })).is(200);
    numbers.set(id, ticket.number);
  }
  return { app, developer, reporter: await app.cast.guest(), numbers };
}

/** The places of the right answers among those that are offered, from 0, and how many are offered. */
export interface Found {
  readonly place: number | null;
  readonly offered: number;
  readonly share: number;
}

export async function ask({ numbers }: Memory, person: Player, question: Question): Promise<Found> {
  const { title, description, answered_by } = question;
  const query = new URLSearchParams({ title, description });
  const offers = (await person.get<SimilarTicket[]>(`/api/tickets/similar?${query}`)).is(200);
  return placed(offers, answered_by, numbers, offers[0]?.share ?? 0);
}

export async function search({ numbers, developer }: Memory, { query, answered_by }: Search): Promise<Found> {
  const tickets = (await developer.get<ListedTicket[]>(`/api/tickets?${new URLSearchParams({ q: query })}`)).is(200);
  return placed(tickets, answered_by, numbers, 1);
}

function placed(
  offers: readonly { readonly number: number }[],
  right: readonly string[],
  numbers: ReadonlyMap<string, number>,
  share: number,
): Found {
  const rightNumbers = new Set(right.map((id) => numbers.get(id)));
  const place = offers.findIndex(({ number }) => rightNumbers.has(number));
  return { place: place < 0 ? null : place, offered: offers.length, share };
}
