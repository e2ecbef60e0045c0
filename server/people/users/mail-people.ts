import { withSight } from '#access';
import type { Language } from '#contract/users.ts';
import type { Actor, Person, Work } from '#platform';
import { nameFrom } from './addresses.ts';
import { type StoredUser, storeUserChange, UserStore } from './user-store.ts';
import { addUser } from './users.ts';

/** People as mail in knows them (docs/rules/mail-in.md). */

/** Somebody of whom a mail has come, with what they see now. @param mailId of the mail by which they act. */
export async function personByMail(work: Work<Actor>, user: StoredUser, mailId: string): Promise<Person> {
  const [{ id, email, name, role, language, sight }] = (await withSight(work, [user])) as [
    StoredUser & Pick<Person, 'sight'>,
  ];
  return { id, email, name, role, language, sight, credential: { kind: 'mail', id: mailId } };
}

/** Adds somebody who reports by mail before they have ever signed in. The sign-in of that moment waits. */
export async function addReporter(
  work: Work<Actor>,
  { email, name, language }: { readonly email: string; readonly name: string; readonly language: Language },
): Promise<StoredUser> {
  await work.lock(`sign-in ${email}`);
  const known = await work.of(UserStore).byEmail(email);
  if (known !== undefined) return known;
  return addUser(work, { email, name: name || nameFrom(email), role: 'user', language, last_login: null });
}

/** Sends nobody mails whom mails do not reach; null lifts it. */
export const pauseMails = (work: Work<Actor>, id: string, since: string | null) =>
  storeUserChange(work, id, { mail_paused_at: since });
