/** The session's token. It survives a reload and is the same in every tab. */
const STORAGE_KEY = 'kwit.token'

export const token = (): string | null => localStorage.getItem(STORAGE_KEY)
export const storeToken = (value: string): void => localStorage.setItem(STORAGE_KEY, value)
export const removeToken = (): void => localStorage.removeItem(STORAGE_KEY)
