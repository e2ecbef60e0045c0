/** The tickets that were opened last in this window, the newest first. */
import type { Ticket } from '../../backend/tickets.ts';

export type RecentTicket = Pick<Ticket, 'id' | 'number' | 'title' | 'status'>;

const MOST = 8;
let recent: readonly RecentTicket[] = [];

export const recentTickets = (): readonly RecentTicket[] => recent;

export function rememberTicket({ id, number, title, status }: RecentTicket): void {
  recent = [{ id, number, title, status }, ...recent.filter((ticket) => ticket.id !== id)].slice(0, MOST);
}
