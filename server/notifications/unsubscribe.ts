import type { Language } from '../../contract/users.ts'
import type { Actor } from '../actor.ts'
import { invalidField } from '../failure.ts'
import type { Work } from '../work.ts'
import type { Interest } from './recipients.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Which mails an address turns off, and in which language its owner reads. */
export interface Offer {
  readonly userId: string
  readonly interest: Interest
  readonly language: Language
}

/** What an address would turn off. Changes nothing. @throws Failure `validation_error` for one that we did not make. */
export async function readOffer(work: Work<Actor>, key: Buffer, token: string): Promise<Offer> {
  const meant = readUnsubscribeToken(key, token)
  const user = meant && (await work.users.find(meant.userId))
  if (!user) throw invalidField('token', 'token', 'Open the address as it stands in the mail, whole.')
  return { ...meant, language: user.language }
}

/** Turns one kind of mails off, for whoever has the mail: nobody has to sign in (RFC 8058). Twice is as good as once. */
export async function unsubscribe(work: Work<Actor>, key: Buffer, token: string): Promise<Offer> {
  const offer = await readOffer(work, key, token)
  await work.users.change(offer.userId, { [`email_notify_${offer.interest}`]: false })
  return offer
}
