import { sql } from 'kysely';
import { type Actor, compiled, compiledForms, insertOnce, selectBy, tableStore, type Work } from '#platform';
import type { RowOf } from '#records';

export type StoredConnection = RowOf<'git_connections'>;

const all = compiled((db) => db.selectFrom('git_connections').selectAll().orderBy('id', 'desc'));
const count = compiled((db) => db.selectFrom('git_connections').select((eb) => eb.fn.countAll<number>().as('count')));

/** The forges that may post, with the secrets by which they sign. */
export class GitConnectionStore extends tableStore('git_connections') {
  /** Newest first. */
  readonly list = this.all(all);
  readonly count = this.countOf(count);
}

interface Page {
  readonly before: string | null;
  readonly limit: number;
}

const received = compiledForms(
  ({ before }: Page) => String(before !== null),
  (db, p: { connection: string; since: string; before: string; limit: number }, { before }) => {
    const query = db
      .selectFrom('received_webhooks')
      .select(['id', 'at', 'event', 'delivery_id', 'state', 'numbers'])
      .where('connection_id', '=', p.connection)
      .where('at', '>=', p.since)
      .orderBy('id', 'desc')
      .limit(p.limit);
    return before === null ? query : query.where('id', '<', p.before);
  },
);

export class ReceivedWebhookStore extends tableStore('received_webhooks') {
  /** Newest first. */
  list(connection: string, since: string, page: Page) {
    return this.connection.all(received(page), { connection, since, ...page, before: page.before ?? '' });
  }
}

const ofTicket = compiled((db, p: { ticket: string }) =>
  db
    .selectFrom('ticket_code_changes')
    .innerJoin('code_changes', 'code_changes.id', 'ticket_code_changes.change_id')
    .select(['code_changes.id', 'kind', 'repository', 'title', 'author', 'state', 'url', 'at'])
    .where('ticket_code_changes.ticket_id', '=', p.ticket)
    .orderBy('at', 'desc')
    .orderBy('code_changes.id', 'desc'),
);
const isLinked = compiled(
  (_, p: { change: string }) => sql`select 1 from ticket_code_changes where change_id = ${p.change} limit 1`,
);

export class CodeChangeStore extends tableStore('code_changes') {
  readonly byIdentity = this.first(selectBy('code_changes', 'repository', 'kind', 'identity'));
  /** Newest first. */
  readonly ofTicket = this.all(ofTicket);
  /** @returns false where it is linked already. */
  readonly link = this.changesAny(insertOnce('ticket_code_changes'));
  readonly isLinked = this.any(isLinked);
}

export const codeChangesOn = (work: Work<Actor>, ticket: string) => work.of(CodeChangeStore).ofTicket({ ticket });
