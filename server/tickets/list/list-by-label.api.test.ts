import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Label } from '#contract/labels.ts';
import type { ListedRow, TicketCount } from '#contract/ticket-list.ts';
import { SORTS, STATUSES } from '#contract/words.ts';
import { MINUTE } from '#platform';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const OPEN = STATUSES.filter((status) => status !== 'closed').join();
const FILTERS = ['', `&status=${OPEN}`, '&status=closed', '&status=blocked,closed', '&priority=low,high', '&merged=1'];
const MORE = ['&awaiting_reply=1', '&awaiting_reply=0', '&category=other', '&restricted=0', '&assignee_id=none'];

/** Twenty tickets in every status, most with labels, which have changed since they got them. */
async function labelled({ cast, clock }: App) {
  const { ada, dev, ewa } = await cast.all();
  const make = async (name: string) => (await dev.post<Label>('/api/labels', { name })).is(201);
  const [some, all, gone] = [await make('some'), await make('all'), await make('gone')];
  const tickets = [];
  for (let n = 0; n < 20; n += 1) {
    clock.advance(MINUTE);
    const ticket = await ada.opens({ title: `Ticket ${n}` });
    const labels = [all, ...(n % 3 === 0 ? [some] : []), ...(n % 5 === 0 ? [gone] : [])].map(({ id }) => id);
    (await dev.patches(ticket, { labels })).is(200);
    tickets.push(ticket);
  }
  for (const [n, ticket] of tickets.entries()) {
    clock.advance(MINUTE);
    const status = STATUSES[n % STATUSES.length];
    const summary = status === 'closed' ? { closure_summary: 'A new cable.' } : {};
    (await dev.patches(ticket, { priority: n % 2 ? 'low' : 'high', status, ...summary })).is(200);
    if (n % 4 === 0 && status !== 'closed') (await ada.comments(ticket, 'And now?')).is(201);
  }
  const [source, target, apart, last] = [tickets[0], tickets[3], tickets[9], tickets[19]];
  assert.ok(source && target && apart && last);
  (await dev.post(`/api/tickets/${source.id}/merge`, { into: target.id, mode: 'join' })).is(200);
  (await dev.patches(last, { labels: [] })).is(200);
  (await dev.patches(apart, { restricted: true })).is(200);
  (await dev.post(`/api/labels/${gone.id}/merge`, { into: some.id })).is(200);
  return { dev, ewa, labels: [some, all] };
}

/** All pages together. */
async function pages(person: Player, query: string, limit: number): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for (let path: string | null = `/api/tickets?view=row&limit=${limit}${query}`; path !== null; ) {
    const page: Answer<ListedRow[]> = await person.get<ListedRow[]>(path);
    rows.push(...page.is(200));
    path = page.next;
  }
  return rows;
}

async function isAsListed(person: Player, { id, name }: Label, query: string): Promise<void> {
  const all = await pages(person, query, 100);
  const expected = all.filter(({ labels }) => labels?.some((label) => label.id === id));
  assert.deepEqual(await pages(person, `&label=${name}${query}`, 7), expected, `${name}${query}`);
}

onEachDatabaseAnew('a list by label', (app) => {
  test('has what the list of all tickets has, in its order, whatever has become of these', async () => {
    const { dev, ewa, labels } = await labelled(app());
    for (const label of labels)
      for (const person of [dev, ewa]) {
        for (const filter of FILTERS)
          for (const sort of SORTS)
            for (const order of ['asc', 'desc'])
              await isAsListed(person, label, `${filter}&sort=${sort}&order=${order}`);
        for (const filter of MORE) await isAsListed(person, label, filter);
      }
  });

  test('is counted as it is listed', async () => {
    const { dev, ewa, labels } = await labelled(app());
    for (const { name } of labels)
      for (const person of [dev, ewa])
        for (const filter of [...FILTERS, ...MORE]) {
          const { length } = await pages(person, `&label=${name}${filter}`, 100);
          const { count } = (await person.get<TicketCount>(`/api/tickets/count?label=${name}${filter}`)).is(200);
          assert.equal(count, length, `${name}${filter}`);
        }
  });
});
