/** Light, dark, or as the system has it. The first paint is theme.js's; this keeps it right afterwards. */
export type Theme = 'light' | 'dark' | 'system'
const STORAGE_KEY = 'kwit.theme'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

export function theme(): Theme {
  const kept = localStorage.getItem(STORAGE_KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function applyTheme(): void {
  const wish = theme()
  const dark = wish === 'dark' || (wish === 'system' && darkSystem.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export function chooseTheme(wish: Theme): void {
  localStorage.setItem(STORAGE_KEY, wish)
  applyTheme()
}

darkSystem.addEventListener('change', applyTheme)
