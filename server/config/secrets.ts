import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../start-refused.ts'

/** Keys that the database never holds. */
export interface Secrets {
  readonly jwtSecret: string
  /** 32 bytes; seals secret settings. */
  readonly sealingKey: Buffer
  /** 32 bytes; keys the hashes of one-time codes and of client addresses. */
  readonly pepper: Buffer
  /** 32 bytes; signs the addresses that turn mails off. */
  readonly unsubscribeKey: Buffer
}

interface Given {
  readonly dataDir: string
  readonly jwtSecret: string | null
  readonly secretsKey: string | null
}

const derived = (key: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, 'kwit', purpose, 32))

/**
 * The given keys, or those that were generated once into the data folder (`secrets.json`, mode 0600). Losing that file
 * signs everyone out and makes stored passwords of the mail provider unreadable; it is part of a backup.
 */
export function loadSecrets(given: Given): Secrets {
  const kept = given.jwtSecret && given.secretsKey ? null : keptSecrets(given.dataDir)
  const jwtSecret = given.jwtSecret ?? kept?.jwt_secret ?? ''
  const secretsKey = given.secretsKey ?? kept?.secrets_key ?? ''
  return {
    jwtSecret,
    sealingKey: derived(secretsKey, 'settings'),
    pepper: derived(secretsKey, 'codes'),
    unsubscribeKey: derived(secretsKey, 'unsubscribe'),
  }
}

/** A keyed hash, hexadecimal: the same text gives the same hash only to who knows the pepper. */
export const keyedHash = (secrets: Secrets, text: string): string =>
  createHmac('sha256', secrets.pepper).update(text).digest('hex')

function keptSecrets(dataDir: string): { jwt_secret: string; secrets_key: string } {
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) {
    const made = { jwt_secret: randomBytes(32).toString('base64'), secrets_key: randomBytes(32).toString('base64') }
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return made
  }
  try {
    const { jwt_secret, secrets_key } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof jwt_secret === 'string' && typeof secrets_key === 'string') return { jwt_secret, secrets_key }
  } catch {
    // Said below.
  }
  throw new StartRefused(`${path} cannot be read. Restore it from a backup, or set JWT_SECRET and SECRETS_KEY.`)
}
