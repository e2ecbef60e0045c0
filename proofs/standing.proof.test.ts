/**
 * Rights, in one table: nine kinds of readers × fourteen kinds of tickets × each operation of the document, and what follows
 * from `standing()` (docs/rules/access.md#standing). The interface, agents, mails and the stream are asked for it.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { HOUR } from '#platform';
import { type Answer, Caller } from '../server/testing/caller.ts';
import { databases } from '../server/testing/databases.ts';
import { MAIL_DOMAIN, openMailIn, VERIFIED, writtenMail } from '../server/testing/incoming-mail.ts';
import { tokenOf } from '../server/testing/mcp-agent.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import type { StreamReader } from '../server/testing/stream-reader.ts';
import { textOf } from './leaks/sweep.ts';
import { type Cell, type Ids, says, type TicketCall, type WholeCall } from './standing/cell.ts';
import { type Operation, operationsOf } from './standing/document.ts';
import { cellsOf, leaksOf, wordsIn } from './standing/expected.ts';
import { OPERATIONS } from './standing/operations.ts';
import { plantWorld, READERS, type ReaderName, type World } from './standing/tickets.ts';
import { ask, CALLS } from './standing/tools.ts';

/** Makes a token by which mails of somebody find a ticket, as if they had once been told of it. */
async function replyToken({ database, clock }: App, { person, ticket }: Cell): Promise<string> {
  const token = Array.from(randomBytes(26), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(byte % 32)).join('');
  const values = [token, ticket.id, person.id, new Date(clock.now()).toISOString()].map((value) => `'${value}'`);
  const sql = `insert into reply_addresses (token, ticket_id, user_id, created_at) values (${values})`;
  await database.write((connection) => connection.run({ sql, parameters: [] }));
  return token;
}

/** Whether an answer names the sealed project to who does not see it. */
function namesSealed({ world, seesSealed }: Cell, text: string): string[] {
  if (seesSealed) return [];
  const { sealedProject, projectWord } = world;
  return [sealedProject, projectWord]
    .filter((word) => text.includes(word))
    .map((word) => `names the sealed project: ${word}`);
}

function missingOf(cell: Cell, text: string, { shows }: Pick<TicketCall | WholeCall, 'shows'>): string[] {
  const is = wordsIn(text, cell.ticket);
  const expected = shows?.(cell) ?? 'nothing';
  return [
    ...(expected !== 'nothing' && !is.public ? ['lacks its public words'] : []),
    ...(expected === 'all words' && !is.internal ? ['lacks its internal words'] : []),
  ];
}

function statusOf({ status, text }: Answer<unknown>, expected: string): string {
  if (status < 400) return expected === '2xx' ? '2xx' : String(status);
  return `${status} ${(JSON.parse(text) as { error: string }).error}`;
}

const filled = (path: string, ids: Ids) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);

function send({ person }: Cell, method: string, path: string, body: object | undefined): Promise<Answer<unknown>> {
  if (body === undefined || body instanceof FormData) return person.send(method, path, body ?? null);
  return person.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' });
}

for (const name of databases) {
  describe(`who sees what, of every operation (${name})`, () => {
    let app: App;
    let world: World;
    let operations: readonly Operation[];
    let cells = 0;
    before(async () => {
      app = await startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' });
      world = await plantWorld(app);
      operations = await operationsOf(app);
    });
    after(() => app.close());

    test('has a row for each operation of the document, and an operation for each row', () => {
      const ids = operations.map(({ id }) => id);
      const missing = ids
        .filter((id) => !(id in OPERATIONS))
        .map((id) => `add to proofs/standing/operations.ts: ${id}`);
      const gone = Object.keys(OPERATIONS)
        .filter((id) => !ids.includes(id))
        .map((id) => `remove ${id}`);
      assert.deepEqual([...missing, ...gone], []);
    });

    /** Makes one call about one ticket. @returns what is not as it should be. */
    async function faultsOfCall(cell: Cell, { method, path }: Operation, call: TicketCall): Promise<string[]> {
      const { ticket } = cell;
      const ids: Ids = {
        ...{ id: ticket.id, commentId: ticket.comment, refId: ticket.reference, attachmentId: ticket.file.id },
        ...(await call.before?.(cell)),
      };
      const address = call.path?.(cell, ids) ?? filled(path, ids);
      const answer = await send(cell, method, address, call.body?.(cell, ids));
      const expected = call.answers(cell);
      const got = statusOf(answer, expected);
      const isDone = answer.status < 400;
      if (isDone) await call.after?.(cell);
      const text = textOf(answer);
      const counted = call.counts ? (JSON.parse(answer.text) as { count: number }).count : null;
      return [
        ...(got === expected ? [] : [`${expected} expected, ${got} answered`]),
        ...(counted === null || counted === call.counts?.(cell) ? [] : [`counts ${counted}`]),
        ...namesSealed(cell, text),
        ...leaksOf(cell, text, `${address} ${JSON.stringify(call.body?.(cell, ids) ?? '')}`),
        ...(isDone ? missingOf(cell, text, call) : []),
      ];
    }

    /** Makes the calls of an operation that are about all tickets. @returns what is not as it should be, by ticket. */
    async function faultsOfWhole(all: readonly Cell[], row: WholeCall): Promise<[Cell, string[]][]> {
      const [first] = all;
      if (first === undefined) return [];
      const isRefused = row.isForDevelopers && !first.isDeveloper;
      let text = '';
      const faults: string[] = [];
      for (const path of row.paths) {
        const answer = await first.person.get(path.replace(/\{(.+?)\}/, (_, who: ReaderName) => world.people[who].id));
        const isAsExpected = isRefused ? answer.status === 403 : answer.status === 200;
        if (!isAsExpected) faults.push(`${path}: ${answer.status} answered`);
        text += textOf(answer);
      }
      // Taking over a sealed project needs its name.
      if (!row.paths.includes('/api/projects/sealed')) faults.push(...namesSealed(first, text));
      const missing = (cell: Cell) => (isRefused ? [] : missingOf(cell, text, row));
      return all.map((cell) => [cell, [...faults, ...leaksOf(cell, text, row.paths.join()), ...missing(cell)]]);
    }

    for (const reader of READERS)
      test(`is what the rule says: ${reader}`, { timeout: 300_000 }, async () => {
        const cellFor = await cellsOf(world, reader);
        const lines: string[] = [];
        const note = (what: string, { ticket, standing }: Cell, faults: readonly string[]) => {
          cells += 1;
          for (const fault of faults)
            lines.push(`${what}, ${standing} of the ${ticket.kind} ticket of the ${ticket.by}: ${fault}`);
        };
        const each = world.pairs.map(({ open, closed }) => ({
          open: cellFor(open, closed),
          closed: cellFor(closed, open),
        }));
        for (const [id, row] of Object.entries(OPERATIONS)) {
          const operation = operations.find((candidate) => candidate.id === id);
          if (row.about === 'tickets') {
            const all = each.flatMap(({ open, closed }) => [open, closed]);
            for (const [cell, faults] of await faultsOfWhole(all, row)) note(id, cell, faults);
          }
          if (row.about !== 'a ticket' || operation === undefined) continue;
          for (const call of row.calls)
            for (const pair of each) note(id, pair[call.of], await faultsOfCall(pair[call.of], operation, call));
        }
        assert.deepEqual(lines, []);
      });

    /** The cells of somebody for each ticket in hand. */
    const inHand = async (reader: ReaderName): Promise<Cell[]> => {
      const cellFor = await cellsOf(world, reader);
      return world.pairs.map(({ open, closed }) => cellFor(open, closed));
    };
    const placeOf = ({ ticket, standing }: Cell) => `${standing} of the ${ticket.kind} ticket of the ${ticket.by}`;

    for (const reader of READERS)
      test(`is the same for an agent: ${reader}`, { timeout: 300_000 }, async () => {
        (await world.people.lead.patch('/api/settings', { mcp: 'write' })).is(200);
        const program = new Caller(app.address, await tokenOf(world.people[reader], 'write'));
        const lines: string[] = [];
        for (const cell of await inHand(reader)) {
          // An agent writes so often an hour.
          app.clock.advance(HOUR);
          for (const row of CALLS) {
            const { number, id } = cell.ticket;
            const read = await cell.person.reads({ id });
            const version = read.status === 200 ? read.is(200).version : 1;
            const [status = '', code = ''] = row.answers(cell).split(' ');
            const [got, expected] = [await ask(row, program, { number, version }), status < '3' ? row.end : code];
            cells += 1;
            if (!got.startsWith(expected)) lines.push(`${row.tool}, ${placeOf(cell)}: ${expected} expected, ${got}`);
          }
        }
        assert.deepEqual(lines, []);
      });

    test('is the same by mail, and on the stream', { timeout: 300_000 }, async () => {
      const post = await openMailIn(app, world.people.lead);
      const [streams, lines] = [new Map<ReaderName, StreamReader>(), [] as string[]];
      for (const reader of READERS) streams.set(reader, await world.people[reader].listens());
      for (const reader of READERS)
        for (const cell of await inHand(reader)) {
          const to = `r+${await replyToken(app, cell)}@${MAIL_DOMAIN}`;
          const mail = writtenMail({ From: cell.person.user.email, To: to }, 'Like this.', [VERIFIED]);
          const [{ body }, expected] = [await post(mail, to), says(cell.standing) ? 'reply' : 'held'];
          if (body.state !== expected) lines.push(`a mail, ${placeOf(cell)}: ${expected} expected, ${body.state}`);
        }
      for (const reader of READERS) {
        const heard = await streams.get(reader)?.until('ticket.created', await world.people[reader].opens());
        for (const cell of await inHand(reader)) {
          const { id } = cell.ticket;
          const isHeard = heard?.some(({ event, data }) => event === 'comment.created' && data?.ticket_id === id);
          if (isHeard !== (cell.standing !== 'none')) lines.push(`the stream, ${placeOf(cell)}: ${isHeard}`);
        }
      }
      assert.deepEqual(lines, []);
    });

    test('and is asked in thousands of cells', (t) => {
      t.diagnostic(`${cells} cells`);
      assert.ok(cells > 2000, `${cells} cells`);
    });
  });
}
