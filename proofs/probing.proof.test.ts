import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Project } from '../contract/projects.ts';
import type { SimilarTicket } from '../contract/similar.ts';
import type { Team } from '../contract/teams.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { chance, seed, size } from './size.ts';

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
  const [first, second, third, asker] = [
    await app.cast.guest(),
    await app.cast.guest(),
    await app.cast.guest(),
    await app.cast.guest(),
  ];
  for (const [index, word] of EVERYBODYS.entries())
    for (const [place, reporter] of [first, second, third].entries()) {
      const ticket = await reporter.opens({ title: `${word} nie działa`, description: `${place} ${index}` });
      const closed = { status: 'closed', closure_summary: `Naprawiono ${word}.`, closure_question: `Co z: ${word}?` };
      (await dev.patches(ticket, closed)).is(200);
    }
  const probed = await first.opens({
    title: `Sprawa ${secrets.join(' ')}`,
    description: `Drukarka ${secrets.join(', ')}`,
  });
  (
    await dev.patches(probed, { status: 'closed', closure_summary: 'Załatwiono.', closure_question: 'Czy załatwiono?' })
  ).is(200);
  // The asker has written the words, too: one of the two reporters must be somebody else still.
  await asker.opens({ title: `Moje ${SECRETS.join(' ')}`, description: CONTROLS.join(' ') });
  return { app, asker };
}

const offersTo = async (asker: Player, title: string) =>
  (await asker.get<SimilarTicket[]>(`/api/tickets/similar?${new URLSearchParams({ title })}`)).is(200);

/** Everything by which somebody could tell two services apart: all but the ids. */
const withoutIds = (offers: readonly SimilarTicket[]) => offers.map(({ answer_id: _, ...rest }) => rest);

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
            withoutIds(await offersTo(knowing.asker, question)),
            withoutIds(await offersTo(ignorant.asker, question)),
            question,
          );
    });

    test('cost as much to ask for as words that nobody has', async () => {
      const cpu = async (words: readonly string[]) => {
        const start = process.cpuUsage();
        for (let round = 0; round < 6; round += 1) for (const word of words) await offersTo(knowing.asker, word);
        const { user, system } = process.cpuUsage(start);
        return user + system;
      };
      await cpu([...SECRETS, ...CONTROLS]);
      const rounds: number[] = [];
      for (let round = 0; round < 5; round += 1) rounds.push((await cpu(SECRETS)) / (await cpu(CONTROLS)));
      const [, , median = 0] = rounds.toSorted((a, b) => a - b);
      // Time of the processor, not of the clock: other work on the machine does not count. An index that was asked costs twice.
      assert.ok(median > 0.6 && median < 1.6, `${median}`);
    });

    test('are found by a developer, who may read the ticket', async () => {
      const dev = await knowing.app.cast.dev;
      for (const word of SECRETS) assert.ok((await offersTo(dev, `${word} sprawa`)).length > 0, word);
    });
  });
}

/** How often each question is asked, with what is hidden and without. */
const PAIRS = size(300, 10_000);
/** By chance alone, it is more once in a hundred thousand times (Welch). */
const MOST_T = 4.5;

/** Words of a ticket that is sealed, and others like them that nobody has: two and two begin alike, and like nothing else. */
function pairsOfWords(random: () => number): { readonly secrets: string[]; readonly controls: string[] } {
  const letter = () => 'abcdefghijklmnopqrstuvwxyz'.charAt(Math.trunc(random() * 26));
  const letters = (count: number) => Array.from({ length: count }, letter).join('');
  const beginnings = [...'bcdfghjk'].map((first) => first + letters(2));
  return {
    secrets: beginnings.map((beginning) => beginning + letters(6)),
    controls: beginnings.map((beginning) => beginning + letters(6)),
  };
}

/** The longest waits say what else the machine did: they are left out of both. */
const KEPT_SHARE = 0.9;

/** Welch's t of two series of times, in milliseconds, without their longest. */
function welch(a: readonly number[], b: readonly number[]): number {
  const longest = [...a, ...b].sort((x, y) => x - y)[Math.floor((a.length + b.length) * KEPT_SHARE)] ?? 0;
  const [first, second] = [a, b].map((times) => {
    const trimmed = times.filter((time) => time <= longest);
    const mean = trimmed.reduce((sum, time) => sum + time, 0) / trimmed.length;
    const variance = trimmed.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (trimmed.length - 1);
    return { mean, error: variance / trimmed.length };
  }) as [{ mean: number; error: number }, { mean: number; error: number }];
  return (first.mean - second.mean) / Math.sqrt(first.error + second.error);
}

for (const database of databases) {
  describe(`the time of an answer (${database})`, () => {
    const { secrets, controls } = pairsOfWords(chance(seed));
    let app: App;
    let asker: Player;
    before(async () => {
      app = await startApp(database);
      const { ada, dev } = await app.cast.all();
      const lena = await app.cast.newDeveloper();
      asker = dev;
      const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
      const fields = { name: 'Files', sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
      const project = (await lena.post<Project>('/api/projects', fields)).is(201);
      for (const word of EVERYBODYS) await ada.opens({ title: `${word} nie działa` });
      const sealed = await ada.opens({ title: `Sprawa ${secrets.join(' ')}`, project_id: project.id });
      const closed = { status: 'closed', closure_summary: `Załatwiono ${secrets.join(' ')}.` };
      (await lena.patches(sealed, closed)).is(200);
      const restricted = await lena.opens({ title: 'Sprawa', project_id: project.id });
      (await lena.patches(restricted, { restricted: true })).is(200);
      (await lena.comments(restricted, { content: secrets.join(' '), is_internal: true })).is(201);
      // The asker sees a ticket of the project, by its reporter's standing.
      await asker.opens({ title: 'Moja sprawa', project_id: project.id });
    });
    after(() => app.close());

    async function t(hidden: (n: number) => string, nothing: (n: number) => string): Promise<number> {
      const random = chance(seed);
      const times = { hidden: [] as number[], nothing: [] as number[] };
      const ask = async (which: 'hidden' | 'nothing', n: number) => {
        const path = (which === 'hidden' ? hidden : nothing)(n);
        const began = performance.now();
        await asker.get(path);
        return performance.now() - began;
      };
      for (let pair = -PAIRS / 5; pair < PAIRS; pair += 1)
        for (const which of random() < 0.5 ? (['hidden', 'nothing'] as const) : (['nothing', 'hidden'] as const)) {
          const took = await ask(which, Math.abs(Math.trunc(pair)));
          if (pair >= 0) times[which].push(took);
        }
      return welch(times.hidden, times.nothing);
    }

    const wordOf = (words: readonly string[], n: number) => encodeURIComponent(words[n % words.length] ?? '');

    test('is the same for words that only a sealed answer has, and for words that nobody has', async (context) => {
      for (const path of ['/api/tickets/similar?title=', '/api/answers?q=', '/api/tickets?q=']) {
        const value = await t(
          (n) => path + wordOf(secrets, n),
          (n) => path + wordOf(controls, n),
        );
        context.diagnostic(`seed ${seed}, ${path}: t = ${value.toFixed(2)} over ${PAIRS} pairs`);
        assert.ok(Math.abs(value) < MOST_T, `${path}: ${value}`);
      }
    });
  });
}
