/** The theme: light, dark, or the system's. The script theme.js sets it for the first paint, this module afterwards. */
import { local } from '../storage.ts';
export type Theme = 'light' | 'dark' | 'system';
const STORAGE_KEY = 'kwit.theme';
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

export function theme(): Theme {
  const stored = local.get(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(): void {
  const chosen = theme();
  const dark = chosen === 'dark' || (chosen === 'system' && darkSystem.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function chooseTheme(chosen: Theme): void {
  local.set(STORAGE_KEY, chosen);
  applyTheme();
}

darkSystem.addEventListener('change', applyTheme);
