import type { WordList } from '../../source-words.ts';

/** Which columns have words of which list. */
export const WORD_COLUMNS: Readonly<Record<string, Readonly<Record<string, WordList>>>> = {
  tickets: { status: 'status', category: 'category', priority: 'priority', urgency_reporter: 'priority' },
  ticket_templates: { category: 'category', urgency_reporter: 'priority' },
  dev_tasks: { priority: 'priority', status: 'task_status' },
};

/** The fields whose changes history tells in such words. */
export const HISTORY_WORDS: Readonly<Record<string, WordList>> = {
  status: 'status',
  category: 'category',
  priority: 'priority',
  urgency_reporter: 'priority',
};
