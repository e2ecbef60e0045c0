import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import { TABLES } from '#records';
import type { Player } from '#testing/cast.ts';
import { connectAgent, tokenOf } from '#testing/mcp-agent.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { newId } from '../../platform/new-id.ts';

/** More pages than fit into what a connection holds while nobody reads. */
const TICKETS = 2500;
const WORD = 'marmalade';
const LONG = 10_000;

/** A project that is open, of which Dev reads many tickets, and Lena, who may seal it. */
async function project({ cast }: App) {
  const { ada, dev } = await cast.all();
  const lena = await cast.newDeveloper();
  const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
  const teams = [{ team_id: team.id, level: 'work' }];
  const { id } = (await lena.post<Project>('/api/projects', { name: 'Files', teams })).is(201);
  const ticket = await ada.opens({ title: WORD, description: 'x'.repeat(LONG), project_id: id });
  const seal = async () => (await lena.patch(`/api/projects/${id}`, { sealed: true })).is(200);
  return { ada, dev, lena, ticket, seal };
}

/** Copies a ticket many times. */
async function copies({ database }: App, ticket: { readonly id: string; readonly number: number }): Promise<void> {
  const columns = Object.keys(TABLES.find(({ name }) => name === 'tickets')?.columns ?? {});
  await database.write(async (connection) => {
    for (let copy = 1; copy < TICKETS; copy += 1) {
      const own: Record<string, string> = {
        id: `cast('${newId()}' as ${database.dialect.name === 'sqlite' ? 'text' : 'uuid'})`,
        number: String(ticket.number + copy),
      };
      const sql = `insert into tickets (${columns.join()}) select ${columns.map((column) => own[column] ?? column).join()} from tickets where id = '${ticket.id}'`;
      await connection.run({ sql, parameters: [] });
    }
  });
}

/** A download of which only the beginning has been read. */
async function begun(person: Player, path: string) {
  const headers = { authorization: `Bearer ${person.token}` };
  const sent = request(person.address + path, { headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  // A connection that is cut is an error, then a close, which may come before anybody reads on.
  answer.on('error', () => {}).pause();
  const closed = new Promise((resolve) => answer.once('close', resolve));
  return {
    /** Reads the rest. @returns how often the word came in all, and whether the answer ended by itself. */
    async rest(): Promise<{ words: number; isWhole: boolean }> {
      let text = '';
      answer.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.resume();
      await closed;
      return { words: text.split(WORD).length - 1, isWhole: answer.complete };
    },
  };
}

onEachDatabaseAnew('rights that go while something runs', (app) => {
  test('cut a table and an export off', async () => {
    const { dev, ticket, seal } = await project(app());
    await copies(app(), ticket);
    const [table, archive] = [await begun(dev, '/api/tickets.csv'), await begun(dev, '/api/export')];
    await seal();
    const csv = await table.rest();
    assert.ok(!csv.isWhole && csv.words < TICKETS / 2, `${csv.words} tickets in the table`);
    const exported = await archive.rest();
    assert.ok(!exported.isWhole && exported.words < TICKETS / 2, `${exported.words} tickets in the export`);
  });

  test('cut an export off that has one ticket too many', async () => {
    const { ada, dev, lena } = await project(app());
    // Another one is restricted before, so that Dev's rights as a whole stay what they are.
    (await lena.patches(await lena.opens(), { restricted: true })).is(200);
    const ticket = await ada.opens({ title: WORD, description: 'x'.repeat(LONG) });
    await copies(app(), ticket);
    const archive = await begun(dev, '/api/export');
    (await lena.patches(ticket, { restricted: true })).is(200);
    const { words, isWhole } = await archive.rest();
    assert.ok(!isWhole && words < TICKETS / 2, `${words} tickets`);
  });

  test('leave both whole for who keeps them', async () => {
    const { lena, ticket, seal } = await project(app());
    await copies(app(), ticket);
    const [table, archive] = [await begun(lena, '/api/tickets.csv'), await begun(lena, '/api/export')];
    await seal();
    assert.deepEqual(await table.rest(), { words: TICKETS, isWhole: true });
    assert.deepEqual(await archive.rest(), { words: TICKETS, isWhole: true });
  });

  test('close the stream to what comes after, and an agent’s next call', async () => {
    const { ada, dev, lena, ticket, seal } = await project(app());
    const stream = await dev.listens();
    const agent = await connectAgent(app().address, await tokenOf(dev, 'read'));
    assert.ok((await agent.uses('get_ticket', { number: ticket.number })).text.includes(WORD));
    await seal();
    (await ada.comments(ticket, `More ${WORD}.`)).is(201);
    (await lena.patches(ticket, { priority: 'high' })).is(200);
    const heard = await stream.until('ticket.created', await ada.opens());
    assert.deepEqual(
      heard.filter(({ data }) => data?.ticket_id === ticket.id).map(({ event }) => event),
      ['ticket.gone'],
    );
    (await agent.uses('get_ticket', { number: ticket.number })).refused('ticket_not_found');
    assert.deepEqual((await agent.uses('search_tickets', { q: WORD })).done<{ tickets: unknown[] }>().tickets, []);
    await agent.client.close();
  });
});
