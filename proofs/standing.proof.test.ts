/**
 * Who sees what, of every operation: nine kinds of readers × fourteen kinds of tickets × each operation of the document.
 * What is expected follows from `standing()` (docs/rules/access.md#standing).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer } from '../server/testing/caller.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { textOf } from './leaks/sweep.ts';
import type { Cell, Ids, TicketCall, WholeCall } from './standing/cell.ts';
import { type Operation, operationsOf } from './standing/document.ts';
import { cellsOf, leaksOf, wordsIn } from './standing/expected.ts';
import { OPERATIONS } from './standing/operations.ts';
import { plantWorld, READERS, type ReaderName, type World } from './standing/tickets.ts';

/** Whether an answer names the sealed project to who does not see it. */
function namesSealed({ world, seesSealed }: Cell, text: string): string[] {
  if (seesSealed) return [];
  const { sealedProject, projectWord } = world;
  return [sealedProject, projectWord]
    .filter((one) => text.includes(one))
    .map((one) => `names the sealed project: ${one}`);
}

function missingOf(cell: Cell, text: string, { shows }: Pick<TicketCall | WholeCall, 'shows'>): string[] {
  const is = wordsIn(text, cell.ticket);
  const wanted = shows?.(cell) ?? 'nothing';
  return [
    ...(wanted !== 'nothing' && !is.public ? ['lacks its public words'] : []),
    ...(wanted === 'all words' && !is.internal ? ['lacks its internal words'] : []),
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
      // Who takes a sealed project over has to know its name.
      if (!row.paths.includes('/api/projects/sealed')) faults.push(...namesSealed(first, text));
      const missing = (cell: Cell) => (isRefused ? [] : missingOf(cell, text, row));
      return all.map((cell) => [cell, [...faults, ...leaksOf(cell, text, row.paths.join()), ...missing(cell)]]);
    }

    for (const reader of READERS)
      test(`is what the rule says: ${reader}`, { timeout: 300_000 }, async () => {
        const cellFor = await cellsOf(world, reader);
        const found: string[] = [];
        const note = (what: string, { ticket, one }: Cell, faults: readonly string[]) => {
          cells += 1;
          for (const fault of faults)
            found.push(`${what}, ${one} of the ${ticket.kind} ticket of the ${ticket.by}: ${fault}`);
        };
        const each = world.pairs.map(({ open, closed }) => ({
          open: cellFor(open, closed),
          closed: cellFor(closed, open),
        }));
        for (const [id, row] of Object.entries(OPERATIONS)) {
          const operation = operations.find((one) => one.id === id);
          if (row.about === 'tickets') {
            const all = each.flatMap(({ open, closed }) => [open, closed]);
            for (const [cell, faults] of await faultsOfWhole(all, row)) note(id, cell, faults);
          }
          if (row.about !== 'a ticket' || operation === undefined) continue;
          for (const call of row.calls)
            for (const pair of each) note(id, pair[call.of], await faultsOfCall(pair[call.of], operation, call));
        }
        assert.deepEqual(found, []);
      });

    test('and is asked in thousands of cells', (t) => {
      t.diagnostic(`${cells} cells`);
      assert.ok(cells > 2000, `${cells} cells`);
    });
  });
}
