import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { recordEvent } from '#events';
import { databases, POSTGRES } from '#testing/databases.ts';
import { type App, startApp } from '#testing/start-app.ts';
import type { StreamFrame, StreamReader } from '#testing/stream-reader.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' };

/** Only PostgreSQL gives out positions before the commit, and only there several nodes write. */
if (databases.includes('postgres'))
  describe('several writers at once, and a stream', () => {
    let app: App;
    before(async () => {
      app = await startApp('postgres');
    });
    after(() => app.close());

    /** Records an event, and commits it when the test calls `commits`. */
    async function recordsSlowly(ticket: { id: string; number: number }) {
      const [recorded, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const written = app.runner.write(NOBODY, async (work) => {
        await recordEvent(work, ticket, 'ticket.updated', { changed: ['title'] });
        recorded.resolve();
        await committed.promise;
      });
      await Promise.race([recorded.promise, written]);
      const commits = () => {
        committed.resolve();
        return written;
      };
      return { commits };
    }

    /** The tickets of which a change was heard. The worker writes too, so that they were opened may be heard late. */
    const changedOf = (heard: readonly StreamFrame[]) =>
      heard
        .filter(({ event, data }) => data?.ticket_id && event !== 'ticket.created')
        .map(({ data }) => data?.ticket_id);
    const changedUntil = async (stream: StreamReader, last: { id: string }) =>
      changedOf(await stream.until('ticket.status_changed', last));

    test('what is committed late is missed neither on an open stream nor on a resumed one', async () => {
      const { ada, dev } = await app.cast.all();
      const [first, second, last] = [await ada.opens(), await ada.opens(), await ada.opens()];
      const listening = await dev.listens();
      await listening.block();
      const since = String((await listening.block())?.id);
      const slow = await recordsSlowly(first);
      (await dev.patches(second, { urgency_reporter: 'high' })).is(200);
      // A client resumes, hears what the stream may bring by now, and is cut off.
      const meanwhile = await dev.listens(since);
      const before: StreamFrame[] = [];
      let block = await meanwhile.block();
      while (block?.event !== null || block.id === null) {
        if (block) before.push(block);
        block = await meanwhile.block();
      }
      await meanwhile.close();
      await slow.commits();
      (await dev.patches(last, { status: 'blocked' })).is(200);
      const resumed = await dev.listens(String(meanwhile.lastId));
      assert.deepEqual([...changedOf(before), ...(await changedUntil(resumed, last))], [first.id, second.id, last.id]);
      assert.deepEqual(await changedUntil(listening, last), [first.id, second.id, last.id]);
      await Promise.all([resumed.close(), listening.close()]);
    });

    test('a transaction in another database of the server holds nothing back', async () => {
      const { ada, dev } = await app.cast.all();
      const elsewhere = new pg.Client(`${process.env[POSTGRES]}/postgres`);
      await elsewhere.connect();
      try {
        await elsewhere.query('begin');
        await elsewhere.query('select pg_current_xact_id()');
        const heard = await dev.listens();
        await heard.until('ticket.created', await ada.opens());
        await heard.close();
      } finally {
        await elsewhere.end();
      }
    });

    test('what is recorded on one node is heard on another', async () => {
      const other = await startApp('postgres', { DATABASE_URL: String(app.databaseUrl) });
      try {
        const { ada, dev } = await app.cast.all();
        const elsewhere = Object.assign(Object.create(dev), { address: other.address }) as typeof dev;
        const heard = await elsewhere.listens();
        await heard.block();
        const ticket = await ada.opens();
        const id = (await heard.until('ticket.created', ticket)).at(-1)?.id;
        await heard.close();
        (await ada.comments(ticket, 'Any news?')).is(201);
        const back = await dev.listens(String(id));
        assert.equal((await back.event()).event, 'comment.created');
        await back.close();
      } finally {
        await other.close();
      }
    });
  });
