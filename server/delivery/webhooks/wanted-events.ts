import { EVERY_EVENT, type Webhook } from '#contract/webhooks.ts';
import { EVENT_NAMES } from '#contract/words.ts';

type Wanted = Webhook['events'];

/** The same events in the order of `EVENT_NAMES`; `*` alone when it is among them. */
export const inOrder = (events: Wanted): Wanted =>
  events.includes(EVERY_EVENT) ? [EVERY_EVENT] : EVENT_NAMES.filter((name) => events.includes(name));

/** Whether a webhook that names these events is sent one of this name. `*` also stands for events of later versions. */
export const wants = (events: readonly string[], name: string): boolean =>
  events.includes(EVERY_EVENT) || events.includes(name);
