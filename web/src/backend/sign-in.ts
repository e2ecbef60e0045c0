import type { PublicSettings } from '../../../contract/settings.ts';
import type { FirstDeveloper } from '../../../contract/sign-in.ts';
import type { ProfileChange, User } from '../../../contract/users.ts';
import type { Language } from '../../../contract/words.ts';
import { formWith, send, write } from './client.ts';
import { readQuery } from './queries.ts';

export type { ProfileChange, PublicSettings, User };

export const meQuery = readQuery(['me'], '/auth/me', {}, { staleTime: 5 * 60_000 });

export const publicSettingsQuery = readQuery(
  ['settings', 'public'],
  '/settings/public',
  {},
  { staleTime: Number.POSITIVE_INFINITY },
);

export const setupQuery = readQuery(['setup'], '/setup');

/** When a code was asked for, in milliseconds, and whether nobody gets it by mail: it stands at /dev/mailbox. */
export interface AskedCode {
  at: number;
  isInMailbox: boolean;
}

export async function requestCode(email: string, lang: Language): Promise<AskedCode> {
  const { headers } = await send('POST', '/api/auth/request-otp', { json: { email, lang } });
  return { at: Date.now(), isInMailbox: headers.has('link') };
}

export const verifyCode = (email: string, code: string) => write('POST', '/auth/verify-otp', { json: { email, code } });

export const becomeFirstDeveloper = (json: FirstDeveloper) => write('POST', '/setup/first', { json });

export const changeProfile = (change: ProfileChange) => write('PATCH', '/auth/me', { json: change });

export const uploadAvatar = (file: File) => write('POST', '/auth/me/avatar', { form: formWith('avatar', file) });
export const removeAvatar = () => write('DELETE', '/auth/me/avatar');
export const sessionsQuery = readQuery(['sessions'], '/auth/sessions');

export const endSession = (id: string) => write('DELETE', `/auth/sessions/${id}`);
export const signOut = () => write('POST', '/auth/logout');
export const signOutEverywhere = () => write('POST', '/auth/logout-all');
