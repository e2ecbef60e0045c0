/** What stands behind the question mark of an address, and how it is written. */

/** Plain `name=value` with readable commas: `/board?status=verified,waiting&assignee=me`. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text ? `?${text}` : ''
}
