import type { Language, Role } from '#contract/users.ts';
import type { TokenScope } from '#contract/words.ts';
import { Failure } from './failure.ts';

/** By what a request is authenticated: somebody has signed in, or a program has a token of theirs. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string; readonly name: string; readonly scope: TokenScope };

/** A signed-in person, as the database has them at the moment of the request. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly language: Language;
  readonly credential: Credential;
}

/** Who asks: a person, or null for a public route, a command or the service itself. */
export type Actor = Person | null;

export const isDeveloper = (actor: Actor): boolean => actor?.role === 'developer';

/** Whether a program asks, with a token of the person. */
export const isProgram = (actor: Actor): boolean => actor?.credential.kind === 'token';

/**
 * Refuses a program what no token may do, whatever its scope: to change who is let in, and as what
 * (docs/rules/tokens.md#never-with-a-token).
 *
 * @throws Failure `forbidden`.
 */
export function refusePrograms(actor: Actor): void {
  if (isProgram(actor)) throw new Failure('forbidden', { message: 'No token may do this; sign in for it.' });
}

/**
 * By what a program acts for its owner: the name of its token, and how the program came in when that says more; null when
 * nobody's token is in it.
 */
export function viaOf(actor: Actor, way: string | null = null): string | null {
  if (actor?.credential.kind !== 'token') return null;
  const { name } = actor.credential;
  return way === null ? name : `${name}, ${way}`;
}
