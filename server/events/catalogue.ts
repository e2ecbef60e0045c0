import { isInternalField } from '#access';
import type { Payload } from '#contract/events.ts';
import type { TelemetryEvent } from '#contract/statistics.ts';
import type { EventName } from '#contract/words.ts';
import { type Actor, type EventOf, type Internals, isDeveloper } from '#platform';

/**
 * The rules of each event in one table: whether reporters hear of it (docs/rules/events.md#live-stream), whether it
 * is mailed (docs/rules/notices.md#mails), what it counts as (docs/rules/events.md#telemetry). Webhooks are sent
 * every event that they name.
 */

interface Rules<N extends EventName> {
  /** Whether the reporter of its ticket may hear of it. Developers hear of every event. */
  readonly heardByReporters: (payload: Payload[N], internals: Internals) => boolean;
  /** Whether it may be mailed at all. `notifications/recipients.ts` decides to whom. */
  readonly notifies: boolean;
  /** Its name in the statistics when this actor caused it; null when it does not count. */
  readonly telemetry: (payload: Payload[N], actor: Actor) => TelemetryEvent | null;
}

const always = () => true;
const never = () => false;
const uncounted = () => null;
const isJoining = ({ mode }: Payload['ticket.merged']) => mode === 'join';

/** A new event does not compile until its rules stand here. */
export const CATALOGUE: { readonly [N in EventName]: Rules<N> } = {
  'ticket.created': { heardByReporters: always, notifies: true, telemetry: () => 'ticket.created' },
  'ticket.updated': {
    // A change of nothing that reporters can read stays unheard.
    heardByReporters: ({ changed }, { shown = false }) => shown || changed.some((field) => !isInternalField(field)),
    notifies: true,
    telemetry: uncounted,
  },
  'ticket.status_changed': {
    heardByReporters: always,
    notifies: true,
    telemetry: ({ old_status }, actor) => (isDeveloper(actor) && old_status !== 'submitted' ? 'board.drag' : null),
  },
  'ticket.closed': { heardByReporters: always, notifies: true, telemetry: () => 'ticket.closed' },
  'task.synced': { heardByReporters: never, notifies: false, telemetry: uncounted },
  'comment.created': {
    heardByReporters: ({ is_internal }) => !is_internal,
    notifies: true,
    telemetry: ({ is_closure_summary }) => (is_closure_summary ? 'closure_summary_added' : null),
  },
  'ticket.person_added': { heardByReporters: always, notifies: false, telemetry: uncounted },
  'ticket.person_removed': { heardByReporters: always, notifies: false, telemetry: uncounted },
  'ticket.restricted': { heardByReporters: always, notifies: false, telemetry: uncounted },
  // The ticket beside which it stands, or which was split off, may be somebody else's.
  'ticket.merged': { heardByReporters: isJoining, notifies: true, telemetry: uncounted },
  'ticket.unmerged': { heardByReporters: isJoining, notifies: true, telemetry: uncounted },
  // Reporters learn when something is live, and of no other environment.
  'ticket.shipped': { heardByReporters: (_, { shown = false }) => shown, notifies: false, telemetry: uncounted },
  // How many asked is not for reporters.
  'answer.told': { heardByReporters: never, notifies: false, telemetry: uncounted },
  'ticket.reference_added': { heardByReporters: never, notifies: false, telemetry: uncounted },
  // When an answer is due is for who works on the ticket.
  'wait.warned': { heardByReporters: never, notifies: false, telemetry: uncounted },
  'wait.missed': { heardByReporters: never, notifies: false, telemetry: uncounted },
  'ticket.split': { heardByReporters: never, notifies: false, telemetry: uncounted },
};

/** Whether the reporter of the event's ticket may hear of it. */
export const isHeardByReporters = <N extends EventName>(
  { name, payload }: EventOf<N>,
  internals: Internals = {},
): boolean => CATALOGUE[name].heardByReporters(payload, internals);

/**
 * The telemetry event that an event and its actor make; null for none. No event makes `devtodo.reorder`, because no event is
 * recorded of a task's place in its list.
 */
export const telemetryOf = <N extends EventName>(name: N, payload: Payload[N], actor: Actor): TelemetryEvent | null =>
  CATALOGUE[name].telemetry(payload, actor);
