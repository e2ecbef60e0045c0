import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Work } from '#platform';
import { onEachDatabase } from './testing/start-app.ts';
import { TicketStore } from './tickets/ticket-store.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };
const NOW = '2026-11-22T00:00:00.000Z';

onEachDatabase('the stores', (app) => {
  test('of a connection are made once, whatever work it does, and others have others', async () => {
    const { database } = app();
    await database.read(async (reading) => {
      const [first, second] = [new Work(reading, CONTEXT, NOW), new Work(reading, CONTEXT, NOW)];
      assert.equal(first.of(TicketStore), second.of(TicketStore));
      await database.write(async (writing) => {
        assert.notEqual(new Work(writing, CONTEXT, NOW).of(TicketStore), first.of(TicketStore));
      });
    });
  });
});
