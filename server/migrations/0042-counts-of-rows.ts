/** A row counts the comments and the files that its reader sees: the index knows which are internal. */
export const countsOfRows = {
  name: '0042-counts-of-rows',
  statements: () =>
    ['comments', 'attachments'].flatMap((table) => [
      `drop index ${table}_by_ticket`,
      `create index ${table}_by_ticket on ${table} (ticket_id, id, is_internal)`,
    ]),
};
