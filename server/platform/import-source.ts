/** The `source` of recorded events that an import made of what happened elsewhere: they are delivered to nobody. */
export const IMPORT_SOURCE = 'import';
