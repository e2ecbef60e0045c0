import type { Language, Role } from '../contract/users.ts'

/** A signed-in person, as the database has them at this very request. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly language: Language
  /** The session that the token stands for. */
  readonly sessionId: string
}

/** Who asks: a person, or nobody in particular (a public route, a first start). */
export type Actor = Person | null

export const isDeveloper = (actor: Actor): boolean => actor?.role === 'developer'
