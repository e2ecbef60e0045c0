import { column } from './columns.ts';
import { DERIVED, declareTable } from './table-entry.ts';

const search_tickets = declareTable({
  meaning: 'The words of a ticket.',
  key: ['rowid'],
  ...DERIVED,
  erased: { rewrite: 'Written anew for each ticket whose texts are erased.' },
  checked: ['index'],
  columns: { rowid: column.integer("The ticket's number.") },
});

const search_said = declareTable({
  meaning: 'The words of an answer.',
  key: ['rowid'],
  ...DERIVED,
  erased: { rewrite: 'Written anew for each ticket whose texts are erased.' },
  checked: ['index'],
  columns: { rowid: column.integer("The ticket's number.") },
});

const report_words = declareTable({
  meaning: 'A word of reports, with a reporter who used it.',
  key: ['word', 'reporter_id'],
  ...DERIVED,
  erased: { rewrite: 'Written anew when texts are erased.' },
  checked: ['index'],
  columns: {
    word: column.text('The word.'),
    reporter_id: {
      ...column.person('One of its first four reporters: of accounts of one mailbox, the oldest.'),
      type: 'text',
    },
  },
});

const rare_words = declareTable({
  meaning: 'A rare word of a report with a shared answer.',
  key: ['word', 'number'],
  ...DERIVED,
  erased: { rewrite: 'Written anew for each ticket whose texts are erased.' },
  checked: ['index'],
  columns: { word: column.text('The word.'), number: column.integer("The ticket's number.") },
});

/**
 * The tables that only one of the databases has, of which no query is built: indexes of words, worked out anew by an
 * import and a restore. SQLite's full-text indexes have tables of their own besides, named after them.
 */
export const UNTYPED_INDEXES = ['search_answers', 'search_vocabulary', 'answer_stems'] as const;

export const SEARCH_TABLES = { search_tickets, search_said, report_words, rare_words };
