import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifyEvents } from '#events';
import { openDatabase } from '#platform';
import type { Answer } from '../../contract/answers.ts';
import type { CommentEdit } from '../../contract/comments.ts';
import type { Notice, UnreadCount } from '../../contract/notices.ts';
import type { Ticket, TicketDetail } from '../../contract/tickets.ts';
import { runnerOn } from '../../server/runner.ts';
import type { Caller } from '../../server/testing/caller.ts';
import { contentOf, type Journal, type KeptComment } from './journal.ts';

/** Asserts that each acknowledged write is there once, and that nothing else is. */
export async function checkKept(dev: Caller, journal: Journal): Promise<void> {
  const tickets = await all<Ticket>(dev, '/api/tickets?sort=number&order=asc&limit=500');
  assert.deepEqual(
    tickets.map(({ number }) => number),
    tickets.map((_, n) => n + 1),
  );
  const byTitle = new Map(tickets.map((ticket) => [ticket.title, ticket]));
  assert.equal(byTitle.size, tickets.length, 'none is doubled');
  assert.equal(tickets.length, journal.tickets.size);
  for (const [key, { id, number }] of journal.tickets) {
    const ticket = byTitle.get(`Ticket ${key}`);
    assert.deepEqual([ticket?.id, ticket?.number], [id, number]);
  }
  for (const id of journal.closed) assert.equal(tickets.find((ticket) => ticket.id === id)?.status, 'closed');
  const comments = [...journal.comments];
  for (const ticket of new Set(comments.map(([, comment]) => comment.ticket))) {
    const detail = (await dev.get<TicketDetail>(`/api/tickets/${ticket}`)).is(200);
    const ours = comments.filter(([, comment]) => comment.ticket === ticket);
    for (const [key, comment] of ours) {
      const stored = detail.comments.filter(({ content }) => content.startsWith(`Comment ${key}`));
      assert.deepEqual(
        stored.map((entry) => [entry.id, entry.attachments.length]),
        [[comment.id, comment.files]],
      );
      const said = contentOf(key, comment);
      if (comment.isEdited) await checkEdited(dev, comment, stored[0]?.content === said);
      else assert.equal(stored[0]?.content.replace(/ <@.*>$/, ''), said);
    }
    const revived = detail.comments.filter(({ id }) => journal.takenBack.has(id));
    assert.deepEqual(revived, [], 'what was taken back stays away');
  }
}

/** Asserts that a comment has its new text, and its former one once. */
async function checkEdited(dev: Caller, { id, ticket }: KeptComment, hasNewText: boolean): Promise<void> {
  assert.ok(hasNewText);
  const edits = (await dev.get<CommentEdit[]>(`/api/tickets/${ticket}/comments/${id}/edits`)).is(200);
  assert.equal(edits.length, 1);
}

/** Asserts that each closed ticket has one answer, which is found by its words, and that each person counts once as helped. */
export async function checkAnswers(dev: Caller, journal: Journal): Promise<void> {
  const answers = await all<Answer>(dev, '/api/answers?limit=500');
  assert.deepEqual(answers.map(({ ticket_id }) => ticket_id).sort(), [...journal.closed].sort());
  for (const { id, content, question, helped, not_helped } of answers) {
    assert.equal(question, content.replace('Answer', 'Question'), 'they were written together');
    assert.deepEqual([helped, not_helped], [journal.helped.has(id) ? 1 : 0, 0]);
    const hits = (await dev.get<Answer[]>(`/api/answers?q=${encodeURIComponent(`"${question}"`)}`)).is(200);
    assert.deepEqual(
      hits.map((hit) => hit.id),
      [id],
    );
  }
}

/** Asserts that the colleague is told once of each comment that names them and stands, and of nothing else. */
export async function checkTold(colleague: Caller, journal: Journal): Promise<void> {
  const notices = await all<Notice>(colleague, '/api/notices?limit=100');
  const naming = [...journal.comments.values()].filter(({ isNaming }) => isNaming);
  assert.deepEqual(notices.map(({ comment_id }) => comment_id).sort(), naming.map(({ id }) => id).sort());
  assert.deepEqual(new Set(notices.map(({ reason }) => reason)), new Set(naming.length > 0 ? ['mentioned'] : []));
  const { unread } = (await colleague.get<UnreadCount>('/api/notices/count')).is(200);
  assert.equal(unread, naming.length);
}

/** Asserts that no event is missing, that each row has its file, and that at most `most` files of cut requests have no row. */
export async function checkFiles(dataDir: string, databaseUrl: string | null, most: number): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl }, Date.now());
  try {
    const context = { actor: null, correlationId: 'proof', source: 'proof' };
    assert.deepEqual(await runnerOn(database, { now: Date.now }).read(context, verifyEvents), []);
    const rows = await database.read((connection) =>
      connection.rows<{ filename: string }>({ sql: 'select filename from attachments', parameters: [] }),
    );
    const names = new Set(rows.map(({ filename }) => filename));
    const files = join(dataDir, 'files');
    const entries = existsSync(files)
      ? readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
    const stored = new Set(entries.map((file) => file.name));
    for (const filename of names) assert.ok(stored.has(filename), `${filename} is there`);
    const over = entries.filter((file) => !names.has(file.name));
    assert.ok(over.length <= most, `${over.length} files left over`);
  } finally {
    await database.close();
  }
}

async function all<T>(dev: Caller, first: string): Promise<T[]> {
  const items: T[] = [];
  let path: string | null = first;
  while (path) {
    const page: Awaited<ReturnType<typeof dev.get<T[]>>> = await dev.get<T[]>(path);
    items.push(...page.is(200));
    path = page.next;
  }
  return items;
}
