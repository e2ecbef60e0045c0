import { type Notification, oneLine } from './notification.ts';
import { WORDS } from './notification-words.ts';
import { type NotifiedTicket, type ReaderContext, ticketBlock, turnOff } from './ticket-notification.ts';

/** One of the tickets that a digest lists. */
export type DigestTicket = Pick<NotifiedTicket, 'number' | 'title' | 'category' | 'urgency_reporter'> & {
  readonly reporter_name: string | null;
};

/** How many tickets a digest lists. It says how many more there are. */
export const DIGEST_LENGTH = 50;

/**
 * The notification of all tickets that were reported in an hour, to one developer.
 *
 * @param tickets the first of them, oldest first, `DIGEST_LENGTH` at most.
 * @param count how many tickets there are.
 */
export function digestNotification(
  tickets: readonly DigestTicket[],
  count: number,
  appName: string,
  reader: ReaderContext,
): Notification {
  const words = WORDS[reader.language];
  const listed = tickets.map((ticket) => {
    const reporter = words.by(oneLine(ticket.reporter_name ?? '', 120));
    const about = [
      reporter,
      words.category[ticket.category],
      `${words.fact.urgency}: ${words.urgency[ticket.urgency_reporter]}`,
    ];
    return ticketBlock(ticket, about.join(' · '), reader);
  });
  const others = count - listed.length;
  return {
    language: reader.language,
    subject: `[${oneLine(appName, 80)}] ${words.newTickets(count)}`,
    blocks: [
      { kind: 'line', text: words.sinceLast },
      ...listed,
      ...(others > 0 ? [{ kind: 'line', text: words.more(others) } as const] : []),
    ],
    footer: [words.because.created, words.noReplies],
    off: turnOff('ticket_status', reader),
  };
}
