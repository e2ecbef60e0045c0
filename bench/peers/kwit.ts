import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform';
import { startService } from '../options.ts';
import { contentsOf, seed } from '../seed.ts';
import { signIn } from '../sign-in.ts';
import { type Peer, REPORT } from './peer.ts';

/** Kwit on SQLite: the requests by which its app shows a ticket and a list; the app itself runs in the browser. */
export async function kwit(): Promise<Peer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-peers-'));
  const database = await openDatabase({ dataDir, databaseUrl: null }, Date.now());
  await seed(database, 100, Date.now());
  const contents = await contentsOf(database);
  await database.close();
  const service = await startService({ DATA_DIR: dataDir });
  const token = await signIn(service, contents.developer);
  const body = JSON.stringify({ title: REPORT.title, description: REPORT.text });
  const read = async (path: string) => void (await service.call({ method: 'GET', path, token }));
  return {
    name: 'Kwit',
    tickets: async () => JSON.parse(await service.call({ method: 'GET', path: '/api/tickets/count', token })).count,
    ticket: () => read(`/api/tickets/${contents.ticket}`),
    list: () => read('/api/tickets?limit=50&view=row'),
    create: async () => void (await service.call({ method: 'POST', path: '/api/tickets', token, body })),
    cpu: () => service.cpu(),
    memory: () => service.memory(),
    async stop() {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
