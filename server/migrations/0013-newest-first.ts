/** Adds an index that gives a reporter's tickets newest first, without sorting. */
export const newestFirst = {
  name: '0013-newest-first',
  statements: () => ['create index tickets_by_reporter_creation on tickets (reporter_id, created_at, id)'],
};
