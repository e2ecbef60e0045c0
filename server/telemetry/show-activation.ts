import type { Activation } from '../../contract/statistics.ts';
import type { Work } from '../work.ts';
import type { Spread } from './first-ticket-store.ts';

/** In how many minutes a first ticket should get an assignee. */
const TARGET = 30;

/**
 * How soon people begin, and how soon a developer takes their first ticket on (docs/rules/statistics.md#activation). It
 * counts people who have the role `user` now, and of each the ticket with the lowest number. That ticket's first
 * assignee counts, no matter who assigned it; taking the assignee off changes nothing. The time runs from the report, and
 * exactly 30 minutes are within the target.
 */
export async function showActivation(work: Work): Promise<Activation> {
  const toTicket = await work.firstTickets.toTicket(TARGET);
  const toAssignment = await work.firstTickets.toAssignment(TARGET);
  const { size, within } = toAssignment;
  return {
    generated_at: work.now,
    users_total: await work.firstTickets.countUsers(),
    users_with_first_ticket: toTicket.size,
    users_with_first_dev_assignment: size,
    time_to_first_ticket_minutes: viewSpread(toTicket),
    time_to_first_dev_assignment_minutes: viewSpread(toAssignment),
    first_dev_assignment_under_30m: {
      within_target_count: within,
      within_target_percent: size === 0 ? null : rounded((within / size) * 100, 1),
      sample_size: size,
    },
  };
}

const viewSpread = ({ size, average, median }: Spread): Activation['time_to_first_ticket_minutes'] => ({
  avg_minutes: average === null ? null : rounded(average, 2),
  median_minutes: median === null ? null : rounded(median, 2),
  sample_size: size,
});

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
