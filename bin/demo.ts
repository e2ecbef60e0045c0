/** Fills a fresh data folder with a believable team and says who can sign in. */
import { join } from 'node:path';
import {
  ConfigRefused,
  loadSecrets,
  openDatabase,
  openFileStore,
  prepareDataFolder,
  readConfig,
  StartRefused,
  systemClock,
} from '#platform';
import { fill } from '../demo/fill.ts';
import { isInUse } from '../demo/is-in-use.ts';
import { PEOPLE } from '../demo/people.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run(): Promise<void> {
  const config = readConfig(process.env);
  prepareDataFolder(config.dataDir);
  const now = systemClock.now();
  const database = await openDatabase(config, now);
  try {
    if (await isInUse(database, now)) {
      throw new StartRefused(
        `There are tickets in ${config.dataDir} already. Set DATA_DIR to a fresh folder for the demonstration.`,
      );
    }
    const secrets = loadSecrets(config);
    const files = openFileStore(config.filesUrl ?? join(config.dataDir, 'files'));
    await fill({ database, files, secrets, source: { given: config.settings, sealingKey: secrets.sealingKey }, now });
  } finally {
    await database.close();
  }
  const lines = Object.values(PEOPLE).map(
    ({ email, name, developer }) => `  ${email.padEnd(20)} ${name}${developer ? ', developer' : ''}`,
  );
  say(`The demonstration is in ${config.dataDir}. These people can sign in:\n${lines.join('\n')}`);
  say('Start it with "npm start", enter one of the addresses, and read the code in the log or at /dev/mailbox.');
}

process.umask(0o077);

try {
  await run();
} catch (error) {
  if (!(error instanceof ConfigRefused) && !(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
