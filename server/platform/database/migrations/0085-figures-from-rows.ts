import type { ColumnTypes, Dialect } from '../dialect.ts';

/** The triggers of 0061, by their tables. */
const TRIGGERS = {
  tickets: ['figures_of_new_ticket', 'figures_of_removed_ticket', 'figures_of_ticket', 'figures_of_closing'],
  comments: ['figures_of_new_comment', 'figures_of_removed_comment', 'figures_of_comment'],
  ticket_labels: ['figures_of_new_label', 'figures_of_removed_label', 'figures_of_label'],
};

/** Figures read the rows of their period: no write of a ticket, a comment or a label notes days for them any more. */
export const figuresFromRows = {
  name: '0085-figures-from-rows',
  statements: (_: ColumnTypes, { name: database }: Dialect) => [
    ...Object.entries(TRIGGERS).flatMap(([table, names]) =>
      names.flatMap((name) =>
        database === 'sqlite'
          ? [`drop trigger ${name}`]
          : [`drop trigger ${name} on ${table}`, `drop function ${name}()`],
      ),
    ),
    'drop table figure_changes',
    'drop table figure_days',
  ],
};
