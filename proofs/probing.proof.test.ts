import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SimilarTicket } from '../contract/similar.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';

/** Words of one reporter's ticket: some begin like words of everybody, one is a code, one a name. */
const SECRETS = ['Kowalczyk', 'drukarnia', '0x8024ffff', 'Feniks', 'przejęcie', 'monitoring', 'zwolnienie', 'PIT-99'];
/** Words that begin alike, or look alike, and that nobody has. */
const CONTROLS = [
  'Kowalewicz',
  'drukowalnia',
  '0x8024eeee',
  'Fenomen',
  'przejmijcie',
  'monitorowany',
  'zwolnić',
  'PIT-98',
];
const EVERYBODYS = ['Kowalski', 'drukarka', 'monitor', 'VPN', 'hasło', 'faktura'];

/** Half of the answers of a service know the secrets; everything else is the same. */
async function service(
  database: 'sqlite' | 'postgres',
  secrets: readonly string[],
): Promise<{ app: App; asker: Player }> {
  const app = await startApp(database);
  const dev = await app.cast.dev;
  (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
  const [one, two, three, asker] = [
    await app.cast.guest(),
    await app.cast.guest(),
    await app.cast.guest(),
    await app.cast.guest(),
  ];
  for (const [index, word] of EVERYBODYS.entries())
    for (const [place, reporter] of [one, two, three].entries()) {
      const ticket = await reporter.opens({ title: `${word} nie działa`, description: `${place} ${index}` });
      const closed = { status: 'closed', closure_summary: `Naprawiono ${word}.`, closure_question: `Co z: ${word}?` };
      (await dev.patches(ticket, closed)).is(200);
    }
  const probed = await one.opens({
    title: `Sprawa ${secrets.join(' ')}`,
    description: `Drukarka ${secrets.join(', ')}`,
  });
  (
    await dev.patches(probed, { status: 'closed', closure_summary: 'Załatwiono.', closure_question: 'Czy załatwiono?' })
  ).is(200);
  // Who asks has written the words, too: one of the two reporters must be somebody else still.
  await asker.opens({ title: `Moje ${SECRETS.join(' ')}`, description: CONTROLS.join(' ') });
  return { app, asker };
}

const asked = async (asker: Player, title: string) =>
  (await asker.get<SimilarTicket[]>(`/api/tickets/similar?${new URLSearchParams({ title })}`)).is(200);

/** What somebody could tell two services apart by: everything but the ids. */
const told = (found: readonly SimilarTicket[]) => found.map(({ answer_id: _, ...rest }) => rest);

for (const database of databases) {
  describe(`the words of one reporter's ticket (${database})`, () => {
    let knowing: Awaited<ReturnType<typeof service>>;
    let ignorant: Awaited<ReturnType<typeof service>>;
    before(async () => {
      knowing = await service(database, SECRETS);
      ignorant = await service(database, CONTROLS);
    });
    after(async () => {
      await knowing.app.close();
      await ignorant.app.close();
    });

    test('cannot be probed by text, score or count: two services that differ in them answer alike', async () => {
      for (const word of [...SECRETS, ...CONTROLS])
        for (const question of [word, `${word} nie działa`, `${word} drukarka`, `Sprawa ${word} monitor hasło`])
          assert.deepEqual(
            told(await asked(knowing.asker, question)),
            told(await asked(ignorant.asker, question)),
            question,
          );
    });

    test('cost as much to ask for as words that nobody has', async () => {
      const cpu = async (words: readonly string[]) => {
        const start = process.cpuUsage();
        for (let round = 0; round < 6; round += 1) for (const word of words) await asked(knowing.asker, word);
        const { user, system } = process.cpuUsage(start);
        return user + system;
      };
      await cpu([...SECRETS, ...CONTROLS]);
      const rounds: number[] = [];
      for (let round = 0; round < 5; round += 1) rounds.push((await cpu(SECRETS)) / (await cpu(CONTROLS)));
      const [, , median = 0] = rounds.toSorted((a, b) => a - b);
      // Of the processor, not of the clock: other work on the machine does not count. An index that was asked costs twice.
      assert.ok(median > 0.6 && median < 1.6, `${median}`);
    });

    test('are found by a developer, who may read the ticket', async () => {
      const dev = await knowing.app.cast.dev;
      for (const word of SECRETS) assert.ok((await asked(dev, `${word} sprawa`)).length > 0, word);
    });
  });
}
