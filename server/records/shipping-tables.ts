import { column } from './columns.ts';
import { declareTable, KEPT } from './table-entry.ts';

const shipments = declareTable({
  meaning: 'A version with changes for a ticket that went to an environment.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the shipment.'),
    ticket_id: column.ticket(),
    repository: column.text('The repository, as the pipeline names it.'),
    environment: column.text('Where the version went.'),
    version: column.text('The version.'),
    shipped_at: column.time('When it was there first.'),
    recorded_by: column.person('By whose token or session the pipeline said so.'),
  },
});

/** What pipelines and forges say of tickets. */
export const SHIPPING_TABLES = { shipments };
