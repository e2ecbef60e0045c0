import type { Language, Role } from '../contract/users.ts'

/** A signed-in person, as the database has them at the moment of the request. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly language: Language
  /** The session of the request's token. */
  readonly sessionId: string
}

/** Who asks: a person, or null for a public route, a command or the service itself. */
export type Actor = Person | null

export const isDeveloper = (actor: Actor): boolean => actor?.role === 'developer'
