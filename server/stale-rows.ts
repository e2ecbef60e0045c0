import type { Actor } from './actor.ts';
import type { SettingsSource } from './config/given-settings.ts';
import type { Work } from './work.ts';

/** Forgets at most `most` rows of one kind, and answers how many it was. */
type Forget = (work: Work<Actor>, most: number, source: SettingsSource) => Promise<number>;

/** The rows that nobody needs any more (docs/rules/service.md#housekeeping), by their name in the log. */
export type StaleRows = Readonly<Record<string, Forget>>;
