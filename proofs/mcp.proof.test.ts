import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MCP_MODES, type McpMode } from '../contract/settings.ts';
import { TOKEN_SCOPES, type TokenScope } from '../contract/words.ts';
import { TOOLS } from '../server/agents/tools/tools.ts';
import { Caller } from '../server/testing/caller.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { tokenOf } from '../server/testing/mcp-agent.ts';
import { sendMessage, toolMessage } from '../server/testing/mcp-message.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { CALLS, type ToolRow, WHO, type Who } from './access/tools.ts';

type Programs = Readonly<Record<Who, Readonly<Record<TokenScope, Caller>>>>;

const writes = (name: string) => TOOLS.find((tool) => tool.name === name)?.effect !== 'reads';

/** What a call gets: by the setting first, then by the scope, and only then by what the person may do. */
function expectedOf(row: ToolRow, who: Who, scope: TokenScope, mode: McpMode): string {
  // Such a token tells what was shipped, and nothing else.
  if (scope === 'shipments') return '403 insufficient_scope';
  if (mode === 'off') return '404 not_found';
  if (writes(row.tool) && mode === 'read') return 'forbidden: The setting mcp';
  if (writes(row.tool) && scope === 'read') return '403 insufficient_scope';
  return row[who];
}

for (const name of databases) {
  describe(`what an agent may do (${name})`, () => {
    let app: App;
    let people: Record<Who, Player>;
    let programs: Programs;
    before(async () => {
      app = await startApp(name);
      const { ada, jan, dev } = await app.cast.all();
      people = { reporter: ada, other: jan, developer: dev };
      const made = async (who: Who) => {
        const all = TOKEN_SCOPES.map(async (scope) => [
          scope,
          new Caller(app.address, await tokenOf(people[who], scope)),
        ]);
        return [who, Object.fromEntries(await Promise.all(all))] as const;
      };
      programs = Object.fromEntries(await Promise.all(WHO.map(made))) as Programs;
    });
    after(() => app.close());

    /** Calls a tool on a new ticket that Ada reported. @returns how it ended. */
    async function ask(row: ToolRow, program: Caller): Promise<string> {
      const { number } = await people.reporter.opens();
      const answer = await sendMessage(program, toolMessage(row.tool, row.input(number)));
      if (answer.status >= 400) return `${answer.status} ${(JSON.parse(answer.text) as { error: string }).error}`;
      const { result } = answer.is(200);
      if (result?.resultType === 'input_required') return 'asked';
      return result?.isError ? (result.content?.[0]?.text ?? '') : 'done';
    }

    test('stands in the table: a row for each tool', () => {
      assert.deepEqual(new Set(CALLS.map(({ tool }) => tool)), new Set(TOOLS.map((tool) => tool.name)));
    });

    for (const mode of MCP_MODES)
      test(`is what setting, scope and person allow, for every tool: mcp is ${mode}`, {
        timeout: 400_000,
      }, async () => {
        (await people.developer.patch('/api/settings', { mcp: mode })).is(200);
        const found: string[] = [];
        for (const row of CALLS)
          for (const who of WHO)
            for (const scope of TOKEN_SCOPES) {
              const expected = expectedOf(row, who, scope, mode);
              const got = await ask(row, programs[who][scope]);
              if (!got.startsWith(expected))
                found.push(`${row.tool} as ${who} with ${scope}: ${expected} expected, ${got} answered`);
            }
        assert.deepEqual(found, []);
      });

    test('is nothing with a session, with a token that was revoked, or for who was deactivated', async () => {
      (await people.developer.patch('/api/settings', { mcp: 'write' })).is(200);
      const guest = await app.cast.guest();
      const program = new Caller(app.address, await tokenOf(guest, 'admin'));
      const revoked = new Caller(app.address, await tokenOf(guest, 'admin'));
      const [newest] = (await guest.get<{ id: string }[]>('/api/tokens')).is(200);
      (await guest.delete(`/api/tokens/${newest?.id}`)).is(204);
      assert.equal(await ask(CALLS[0] as ToolRow, program), 'done');
      (await people.developer.patch(`/api/users/${guest.id}`, { is_active: false })).is(200);
      for (const caller of [program, revoked, people.reporter, people.developer])
        for (const row of CALLS) assert.equal(await ask(row, caller), '401 unauthorized', row.tool);
    });

    test('follows the role of its person at once', async () => {
      const owner = await app.cast.newDeveloper();
      const program = new Caller(app.address, await tokenOf(owner, 'write'));
      const reading = CALLS.find(({ tool }) => tool === 'get_ticket') as ToolRow;
      assert.equal(await ask(reading, program), 'done');
      (await people.developer.patch(`/api/users/${owner.id}`, { role: 'user' })).is(200);
      assert.match(await ask(reading, program), /^forbidden/);
    });
  });
}
