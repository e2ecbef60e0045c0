import type { FailureCode } from '../../contract/errors.ts'
import type { App } from '../../server/testing/start-app.ts'
import type { People } from './credentials.ts'

/** A status, or a status and the code of the refusal. */
export type Expected = number | `${number} ${FailureCode}`

/** Whom a route is called by, and as what. `stranger`: everybody whose token is no good, in each of its ways. */
export interface Row extends Details {
  readonly stranger: Expected
  /** Ada, whose the ticket is. */
  readonly reporter: Expected
  /** Jan, whose it is not. */
  readonly other: Expected
  /** Dev. */
  readonly developer: Expected
  /** Ewa, where a thing may be Dev's own; else as Dev. */
  readonly otherDeveloper: Expected
}

export interface Scene extends People {
  readonly app: App
}

/** What stands in the pattern of an address, and what else a body needs to know. */
export type Ids = Readonly<Record<string, string>>

interface Details {
  /** What is sent: as JSON, or a form as it is. */
  readonly body?: object | ((ids: Ids) => object)
  /** What the address is of. Made anew for each call that may change it; without it, as `things.ts` says. */
  readonly thing?: (scene: Scene) => Promise<Ids>
  /** The address itself, where it is no pattern's, or has something behind it. */
  readonly path?: (ids: Ids) => string
  /** The call ends the session by which it is made. */
  readonly endsSession?: boolean
}

type RowFor = (expected: Expected, details?: Details) => Row

/** The same for everyone. */
export const anyone: RowFor = (expected, details) => row(expected, expected, expected, expected, details)

/** Everyone who is signed in. */
export const signedIn: RowFor = (expected, details) => row('401 unauthorized', expected, expected, expected, details)

/** Who reported the ticket, and developers. */
export const reporterAndDevelopers: RowFor = (expected, details) =>
  row('401 unauthorized', expected, '403 forbidden', expected, details)

export const developers: RowFor = (expected, details) =>
  row('401 unauthorized', '403 forbidden', '403 forbidden', expected, details)

/** A thing of Ada's that nobody else gets at. */
export const ownOnly = (expected: Expected, others: Expected, details?: Details): Row =>
  row('401 unauthorized', expected, others, others, details)

/** A thing of Dev's that not even other developers find. */
export const developersOwn = (expected: Expected, others: Expected, details?: Details): Row => ({
  ...developers(expected, details),
  otherDeveloper: others,
})

function row(stranger: Expected, reporter: Expected, other: Expected, developer: Expected, details: Details = {}): Row {
  return { stranger, reporter, other, developer, otherDeveloper: developer, ...details }
}
