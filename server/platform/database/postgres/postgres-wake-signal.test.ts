import { test } from 'node:test';
import { databases, ownDatabase, poolerOf } from '#testing/databases.ts';
import { openDatabase } from '../migrations/open-database.ts';

if (databases.includes('postgres')) {
  test('a wake signal of one node reaches the others', { timeout: 30_000 }, async () => {
    const own = await ownDatabase('postgres');
    const open = () => openDatabase({ dataDir: '', databaseUrl: own.url, ...poolerOf(own.url) }, Date.now());
    const [here, there] = [await open(), await open()];
    try {
      let heard = Promise.withResolvers<void>();
      const stopListening = there.wakeSignal.onWake(() => heard.resolve());
      // It signals once as soon as it listens.
      await heard.promise;
      heard = Promise.withResolvers<void>();
      here.wakeSignal.wake();
      await heard.promise;
      stopListening();
    } finally {
      await Promise.all([here.close(), there.close()]);
      await own.drop();
    }
  });
}
