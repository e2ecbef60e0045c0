/** Filters of an address by fields' keys: `key=value`, separated by `;`, which a value has as `%3B`. */
export const fieldFilters = (fields: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (fields ?? '').split(';').flatMap((part): [string, string][] => {
      const [, key, value] = /^([a-z][a-z0-9_]*)=(.+)$/.exec(part) ?? [];
      return key && value ? [[key, value.replaceAll('%3B', ';').replaceAll('%25', '%')]] : [];
    }),
  );

/** The address that asks this. */
export const writtenFilters = (filters: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(filters)
    .map(([key, value]) => `${key}=${value.replaceAll('%', '%25').replaceAll(';', '%3B')}`)
    .join(';') || undefined;
