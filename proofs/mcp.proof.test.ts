import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MCP_MODES, type McpMode } from '../contract/setting-words.ts';
import { TOKEN_SCOPES, type TokenScope } from '../contract/words.ts';
import { TOOLS } from '../server/agents/tools/tools.ts';
import { Caller } from '../server/testing/caller.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { tokenOf } from '../server/testing/mcp-agent.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { ask, CALLS, type ToolRow } from './standing/tools.ts';

type Programs = Readonly<Record<TokenScope, Caller>>;

const writes = (name: string) => TOOLS.find((tool) => tool.name === name)?.effect !== 'reads';

/** The answer to a call of a developer: by the setting first, then by the scope. The proof of standing asks what a person may do. */
function expectedOf(row: ToolRow, scope: TokenScope, mode: McpMode): string {
  // Such a token tells what was shipped, and nothing else.
  if (scope === 'shipments') return '403 insufficient_scope';
  if (mode === 'off') return '404 not_found';
  if (writes(row.tool) && mode === 'read') return 'forbidden: The setting mcp';
  if (writes(row.tool) && scope === 'read') return '403 insufficient_scope';
  return row.end;
}

for (const name of databases) {
  describe(`what an agent may do (${name})`, () => {
    let app: App;
    let ada: Player;
    let dev: Player;
    let programs: Programs;
    before(async () => {
      app = await startApp(name);
      ({ ada, dev } = await app.cast.all());
      const made = TOKEN_SCOPES.map(async (scope) => [scope, new Caller(app.address, await tokenOf(dev, scope))]);
      programs = Object.fromEntries(await Promise.all(made)) as Programs;
    });
    after(() => app.close());

    /** Calls a tool on a new ticket. @returns how it ended. */
    const asks = async (row: ToolRow, program: Caller) =>
      ask(row, program, { number: (await ada.opens()).number, version: 1 });

    test('stands in the table: a row for each tool', () => {
      assert.deepEqual(new Set(CALLS.map(({ tool }) => tool)), new Set(TOOLS.map((tool) => tool.name)));
    });

    for (const mode of MCP_MODES)
      test(`is what setting and scope allow, for every tool: mcp is ${mode}`, {
        timeout: 400_000,
      }, async () => {
        (await dev.patch('/api/settings', { mcp: mode })).is(200);
        const faults: string[] = [];
        for (const row of CALLS)
          for (const scope of TOKEN_SCOPES) {
            const expected = expectedOf(row, scope, mode);
            const got = await asks(row, programs[scope]);
            if (!got.startsWith(expected))
              faults.push(`${row.tool} with ${scope}: ${expected} expected, ${got} answered`);
          }
        assert.deepEqual(faults, []);
      });

    test('is nothing with a session, with a token that was revoked, or for who was deactivated', async () => {
      (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
      const guest = await app.cast.guest();
      const program = new Caller(app.address, await tokenOf(guest, 'admin'));
      const revoked = new Caller(app.address, await tokenOf(guest, 'admin'));
      const [newest] = (await guest.get<{ id: string }[]>('/api/tokens')).is(200);
      (await guest.delete(`/api/tokens/${newest?.id}`)).is(204);
      assert.equal(await asks(CALLS[0] as ToolRow, program), 'done');
      (await dev.patch(`/api/users/${guest.id}`, { is_active: false })).is(200);
      for (const caller of [program, revoked, ada, dev])
        for (const row of CALLS) assert.equal(await asks(row, caller), '401 unauthorized', row.tool);
    });

    test('follows the role of its person at once', async () => {
      const owner = await app.cast.newDeveloper();
      const program = new Caller(app.address, await tokenOf(owner, 'write'));
      const reading = CALLS.find(({ tool }) => tool === 'get_ticket') as ToolRow;
      assert.equal(await asks(reading, program), 'done');
      (await dev.patch(`/api/users/${owner.id}`, { role: 'user' })).is(200);
      assert.match(await asks(reading, program), /^forbidden/);
    });
  });
}
