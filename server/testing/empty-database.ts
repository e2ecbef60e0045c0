import assert from 'node:assert/strict'
import pg from 'pg'
import { ownDatabase } from './databases.ts'

/** Makes a database of PostgreSQL without a table. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const own = await ownDatabase('postgres')
  const url = own.url ?? assert.fail()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  return { url, drop: own.drop }
}
