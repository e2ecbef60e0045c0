import { queryOptions } from '@tanstack/react-query';
import type { Settings, SettingsChange } from '../../../contract/settings.ts';
import { get, write } from './client.ts';

export type { Settings, SettingsChange };

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'all'],
  queryFn: ({ signal }) => get('/settings', {}, signal),
});

export const capabilitiesQuery = queryOptions({
  queryKey: ['settings', 'capabilities'],
  queryFn: ({ signal }) => get('/settings/capabilities', {}, signal),
});

export const changeSettings = (change: SettingsChange) => write('PATCH', '/settings', { json: change });

export const testMail = (to: string) => write('POST', '/settings/test-email', { json: { to } });

export const uploadLogo = (file: File) => {
  const form = new FormData();
  form.set('logo', file);
  return write('POST', '/settings/logo', { form });
};
export const removeLogo = () => write('DELETE', '/settings/logo');
