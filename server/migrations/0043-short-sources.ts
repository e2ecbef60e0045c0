/**
 * A source of OpenArca stands in each row that came from it, and in its key: 16 digits of the hash tell sources apart. No query
 * asks for the rows of a run.
 */
export const shortSources = {
  name: '0043-short-sources',
  statements: () => [
    'drop index imports_by_run',
    ...['imports', 'import_runs'].map(
      (table) => `update ${table} set source = substr(source, 1, 25) where source like 'openarca:%'`,
    ),
  ],
};
