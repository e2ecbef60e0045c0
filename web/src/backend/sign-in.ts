import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../contract/sessions.ts';
import type { PublicSettings, Setup } from '../../../contract/settings.ts';
import type { SignedIn } from '../../../contract/sign-in.ts';
import type { ProfileChange, User } from '../../../contract/users.ts';
import { get, write } from './client.ts';

export type { ProfileChange, PublicSettings, User };

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<User>('/auth/me', {}, signal),
  staleTime: 5 * 60_000,
});

export const publicSettingsQuery = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: ({ signal }) => get<PublicSettings>('/settings/public', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => get<Setup>('/setup', {}, signal),
});

export const requestCode = (email: string, lang: string) =>
  write<{ success: true }>('POST', '/auth/request-otp', { json: { email, lang } });

export const verifyCode = (email: string, code: string) =>
  write<SignedIn>('POST', '/auth/verify-otp', { json: { email, code } });

export const changeProfile = (change: ProfileChange) => write<User>('PATCH', '/auth/me', { json: change });

export const uploadAvatar = (file: File) => {
  const form = new FormData();
  form.set('avatar', file);
  return write<User>('POST', '/auth/me/avatar', { form });
};

export const removeAvatar = () => write<void>('DELETE', '/auth/me/avatar');
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => get<Session[]>('/auth/sessions', {}, signal),
});

export const endSession = (id: string) => write<void>('DELETE', `/auth/sessions/${id}`);
export const signOut = () => write<void>('POST', '/auth/logout');
export const signOutEverywhere = () => write<void>('POST', '/auth/logout-all');
