/** Filters of an address by fields' keys: `key=value`, separated by `;`. */
export const fieldFilters = (fields: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (fields ?? '').split(';').flatMap((part): [string, string][] => {
      const [, key, value] = /^([a-z][a-z0-9_]*)=(.+)$/.exec(part) ?? [];
      return key && value ? [[key, value]] : [];
    }),
  );
