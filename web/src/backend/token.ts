/** The session's token. It survives a reload and is the same in every tab. */
const NAME = 'kwit.token'

export const token = (): string | null => localStorage.getItem(NAME)
export const keepToken = (value: string): void => localStorage.setItem(NAME, value)
export const forgetToken = (): void => localStorage.removeItem(NAME)
