/** Adds partial indexes for the statistics of answers: links `solved_by`, and reopenings. */
export const helped = {
  name: '0012-helped',
  statements: () => [
    "create index relations_solved_by on ticket_relations (to_id, created_at) where relation_type = 'solved_by'",
    "create index history_reopened on ticket_history (ticket_id, created_at) where field = 'status' and old_value = 'closed'",
  ],
};
