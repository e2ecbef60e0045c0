import type { Settings, SettingsChange } from '../../../contract/settings.ts';
import { formWith, write } from './client.ts';
import { readQuery } from './queries.ts';

export type { Settings, SettingsChange };

export const settingsQuery = readQuery(['settings', 'all'], '/settings');

export const capabilitiesQuery = readQuery(['settings', 'capabilities'], '/settings/capabilities');

export const changeSettings = (change: SettingsChange) => write('PATCH', '/settings', { json: change });

export const testMail = (to: string) => write('POST', '/settings/test-email', { json: { to } });

export const uploadLogo = (file: File) => write('POST', '/settings/logo', { form: formWith('logo', file) });
export const removeLogo = () => write('DELETE', '/settings/logo');
