import type { NewLine } from '#platform';
import type { StoredLine } from './act-store.ts';

/** The type under which lines name a ticket that an import brought: it goes when the import is taken back, so it is a thing to them. */
const IMPORTED = 'imported_ticket';

export const importedThing = (id: string) => ({ type: IMPORTED, id });

/** A ticket that an import brought, with its number, which stays as it is for as long as nobody has touched the ticket. */
export const importedLine = (id: string, number: number): NewLine => ({
  thing: importedThing(id),
  field: 'created',
  new: number,
});

/** The ticket that a line is about; null for none. */
export const ticketIn = ({ ticket_id, thing_type, thing_id }: StoredLine): string | null =>
  ticket_id ?? (thing_type === IMPORTED ? thing_id : null);
