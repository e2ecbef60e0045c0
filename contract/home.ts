import { type Static, Type } from 'typebox';
import { Day, record } from './scalars.ts';
import { TicketRow } from './tickets.ts';

/** The first tickets of a list, and how many there are in all. */
export const HomeList = record({ tickets: Type.Array(TicketRow), count: Type.Integer({ minimum: 0 }) });
export type HomeList = Static<typeof HomeList>;

const list = (description: string) => Type.Unsafe<HomeList>({ ...HomeList, description });

export const HomeForDevelopers = record({
  lists: record({
    missed: list('Whose answer is missed, the earliest due first.'),
    due_today: list('Whose answer is due today by its calendar, the earliest first.'),
    awaiting_me: list('Yours, whose reporters wait for a reply, who waits longest first.'),
    awaiting: list('All whose reporters wait for a reply, who waits longest first.'),
    queue: list('Yours: accepted and open, the most pressing first.'),
    to_verify: list('Submitted, the most pressing first.'),
    overdue: list('Open and planned for a day before `today`, the most pressing first.'),
    blocked: list('Blocked for three days and longer, the most pressing first.'),
    live: list('Live and not closed, the most pressing first.'),
  }),
  closed_today: Type.Integer({ minimum: 0, description: 'Closed since the day began, in UTC.' }),
});
export type HomeForDevelopers = Static<typeof HomeForDevelopers>;

export const HomeForReporters = record({
  lists: record({
    waiting: list('Your tickets that wait for you, the last updated first.'),
    open: list('Your other open tickets, the last updated first.'),
    answered: list('Your closed tickets, the last updated first.'),
  }),
});
export type HomeForReporters = Static<typeof HomeForReporters>;

/** GET /api/home: what the start page shows, in one answer. */
export const Home = Type.Union([HomeForDevelopers, HomeForReporters]);
export type Home = Static<typeof Home>;

export const HomeFilter = record({
  today: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'The day where you are; that of UTC unless sent.' })),
});
export type HomeFilter = Static<typeof HomeFilter>;
