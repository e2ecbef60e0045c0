/** Keeps the session's token in local storage, where it survives a reload and every tab finds it. */
import { local } from '../storage.ts';

const STORAGE_KEY = 'kwit.token';

export const token = (): string | null => local.get(STORAGE_KEY);
export const storeToken = (value: string): void => local.set(STORAGE_KEY, value);
export const removeToken = (): void => local.remove(STORAGE_KEY);
