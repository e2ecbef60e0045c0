import { keyedHash, type Secrets } from '../config/secrets.ts'

/** The names under which sign-in keeps what must not be read from the database: all are keyed hashes. */

/** A client address, as it is remembered for a user. */
export const clientHash = (secrets: Secrets, client: string) => keyedHash(secrets, `client|${client}`)

export const codeHash = (secrets: Secrets, email: string, code: string) => keyedHash(secrets, `code|${email}|${code}`)

/** Requests for codes: by address, by client, and by both where the two know each other. */
export const requestBuckets = (secrets: Secrets, email: string, client: string) => ({
  address: keyedHash(secrets, `requests|address|${email}`),
  client: keyedHash(secrets, `requests|client|${client}`),
  known: keyedHash(secrets, `requests|known|${email}|${client}`),
})

/** Wrong codes from a client address. */
export const wrongCodesBucket = (secrets: Secrets, client: string) => keyedHash(secrets, `wrong|client|${client}`)
