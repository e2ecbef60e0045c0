import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartRefused } from '../failure.ts';

/** The service's own files in the folder, apart from people's. */
const OWN_FILES = ['kwit.db', 'kwit.db-wal', 'kwit.db-shm', 'kwit.lock', 'secrets.json'];

/** Stands in a folder that was restored, and tells from which backup: everything in it was checked. */
export const RESTORED = 'restored.json';

/**
 * Makes the data folder when it is missing, and checks that this process can write to it. Takes the files of the
 * service from others' reach, which an older version or a restored backup left open.
 */
export function prepareDataFolder(dataDir: string): void {
  finishRestore(dataDir);
  try {
    makeFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')));
  } catch {
    throw new StartRefused(
      `Cannot write to the data folder ${dataDir}. Give this user write access to it, or set DATA_DIR.`,
    );
  }
  for (const name of OWN_FILES) closeToOthers(join(dataDir, name));
}

function closeToOthers(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // The file is not there yet, or belongs to somebody else, who then decides.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM') throw error;
  }
}

/** Makes one folder after the other: `recursive` tries for ever where no folder can be made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another node that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A restore that was killed between its last two steps: everything is checked, and only has to get its name. */
function finishRestore(dataDir: string): void {
  const folder = folderBehind(dataDir);
  const restored = `${folder}.restoring`;
  if (!existsSync(folder) && existsSync(join(restored, RESTORED))) renameSync(restored, folder);
}

/** The keys of the service. The database never has them. */
export interface Secrets {
  readonly jwtSecret: string;
  /** 32 bytes; encrypts secret settings. */
  readonly sealingKey: Buffer;
  /** 32 bytes; keys the hashes of one-time codes and of client addresses. */
  readonly pepper: Buffer;
  /** 32 bytes; signs the addresses by which people unsubscribe from mails. */
  readonly unsubscribeKey: Buffer;
  /** 32 bytes; signs what an agent's client brings back with its user's answer. */
  readonly agreementKey: Buffer;
  /** 32 bytes; makes the tokens by which answers by mail find their ticket. */
  readonly replyKey: Buffer;
}

interface SecretSource {
  readonly dataDir: string;
  readonly jwtSecret: string | null;
  readonly secretsKey: string | null;
}

const derived = (key: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, 'kwit', purpose, 32));

/**
 * The given keys, or else those in the data folder (`secrets.json`, mode 0600), which the first start generates. Back that
 * file up: without it everyone is signed out, and Kwit cannot read the stored passwords of the mail provider.
 *
 * @throws StartRefused when the file is there and cannot be read.
 */
export function loadSecrets(config: SecretSource): Secrets {
  const stored = config.jwtSecret && config.secretsKey ? null : storedSecrets(config.dataDir);
  return secretsFrom(config.jwtSecret ?? stored?.jwt_secret ?? '', config.secretsKey ?? stored?.secrets_key ?? '');
}

/**
 * The keys that a folder has, and none that are made now.
 *
 * @param secretsKey one that is given besides, which goes before it.
 * @returns null when there is none. @throws StartRefused as `loadSecrets`.
 */
export function secretsIn(folder: string, secretsKey: string | null = null): Secrets | null {
  const stored = existsSync(join(folder, 'secrets.json')) ? storedSecrets(folder) : null;
  const key = secretsKey ?? stored?.secrets_key;
  return key === undefined ? null : secretsFrom(stored?.jwt_secret ?? '', key);
}

function secretsFrom(jwtSecret: string, secretsKey: string): Secrets {
  return {
    jwtSecret,
    sealingKey: derived(secretsKey, 'settings'),
    pepper: derived(secretsKey, 'codes'),
    unsubscribeKey: derived(secretsKey, 'unsubscribe'),
    agreementKey: derived(secretsKey, 'agreements'),
    replyKey: derived(secretsKey, 'replies'),
  };
}

/** A keyed hash (HMAC-SHA-256), hexadecimal: nobody can guess the text from it without the pepper. */
export const keyedHash = (secrets: Secrets, text: string): string =>
  createHmac('sha256', secrets.pepper).update(text).digest('hex');

function storedSecrets(dataDir: string): { jwt_secret: string; secrets_key: string } {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) {
    const made = { jwt_secret: randomBytes(32).toString('base64'), secrets_key: randomBytes(32).toString('base64') };
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return made;
  }
  try {
    const { jwt_secret, secrets_key } = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof jwt_secret === 'string' && typeof secrets_key === 'string') return { jwt_secret, secrets_key };
  } catch {
    // The refusal below says it.
  }
  throw new StartRefused(`${path} cannot be read. Restore it from a backup, or set JWT_SECRET and SECRETS_KEY.`);
}

/** The folder to which a path leads, also where a link leads to none yet: systemd makes `/var/lib/kwit` a link. */
export function folderBehind(path: string): string {
  try {
    return existsSync(path) ? realpathSync(path) : resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}
