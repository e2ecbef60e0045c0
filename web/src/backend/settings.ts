import { queryOptions } from '@tanstack/react-query';
import type { Capabilities, MailTestResult, Settings, SettingsChange } from '../../../contract/settings.ts';
import { get, write } from './client.ts';

export type { Settings, SettingsChange };

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'all'],
  queryFn: ({ signal }) => get<Settings>('/settings', {}, signal),
});

export const capabilitiesQuery = queryOptions({
  queryKey: ['settings', 'capabilities'],
  queryFn: ({ signal }) => get<Capabilities>('/settings/capabilities', {}, signal),
});

export const changeSettings = (change: SettingsChange) => write<Settings>('PATCH', '/settings', { json: change });

export const testMail = (to: string) => write<MailTestResult>('POST', '/settings/test-email', { json: { to } });

export const uploadLogo = (file: File) => {
  const form = new FormData();
  form.set('logo', file);
  return write<unknown>('POST', '/settings/logo', { form });
};
export const removeLogo = () => write<void>('DELETE', '/settings/logo');
