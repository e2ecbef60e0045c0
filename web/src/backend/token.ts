/** Keeps the session's token in local storage, where it survives a reload and every tab finds it. */
const STORAGE_KEY = 'kwit.token';

export const token = (): string | null => localStorage.getItem(STORAGE_KEY);
export const storeToken = (value: string): void => localStorage.setItem(STORAGE_KEY, value);
export const removeToken = (): void => localStorage.removeItem(STORAGE_KEY);
