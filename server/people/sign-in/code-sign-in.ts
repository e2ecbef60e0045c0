import type { Actor, Work } from '#platform';
import { type EffectiveSettings, hasOidc } from '#settings';
import { isBarred } from '../users/change-address.ts';
import type { StoredUser } from '../users/user-store.ts';

/** Who may sign in with a code. Without the company's account it is everyone, so that nobody is locked out. */
export const codeSignIn = (settings: EffectiveSettings): EffectiveSettings['code_sign_in'] =>
  hasOidc(settings) ? settings.code_sign_in : 'everyone';

/**
 * Whether an address may sign in with a code (docs/rules/sign-in.md#who-signs-in-with-a-code).
 *
 * @param owner undefined when nobody has the address yet.
 */
export async function mayUseCode(
  work: Work<Actor>,
  settings: EffectiveSettings,
  email: string,
  owner: StoredUser | undefined,
): Promise<boolean> {
  if (await isBarred(work, email)) return false;
  const who = codeSignIn(settings);
  if (who === 'developers') return owner?.role === 'developer' || settings.developer_emails.includes(email);
  return who === 'everyone';
}
