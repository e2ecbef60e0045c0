import { type Actor, isProgram } from './actor.ts'
import { Failure } from './failure.ts'

/**
 * Refuses a program what no token may do, whatever its scope: to change who is let in, and as what
 * (docs/rules/tokens.md#never-with-a-token).
 *
 * @throws Failure `forbidden`.
 */
export function refusePrograms(actor: Actor): void {
  if (isProgram(actor)) throw new Failure('forbidden', { message: 'No token may do this; sign in for it.' })
}
