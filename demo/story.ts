import type { Category, Priority, Status } from '../contract/words.ts';
import type { DemoName, DemoProject } from './people.ts';

/** A comment on a ticket; only developers read an `internal` one. */
export interface Said {
  readonly by: DemoName;
  readonly text: string;
  readonly internal?: true;
}

/** One report and what became of it. */
export interface Story {
  readonly by: DemoName;
  readonly daysAgo: number;
  readonly title: string;
  readonly text: string;
  readonly category: Category;
  readonly urgency?: Priority;
  readonly project: DemoProject;
  /** The developer who took it on; none for a new report. */
  readonly to?: DemoName;
  readonly status?: Status;
  readonly priority?: Priority;
  readonly hours?: number;
  /** The planned day, in days from now; without it, a week after the developer took it on. */
  readonly due?: number;
  readonly said?: readonly Said[];
  /** The answer that closed it. */
  readonly answer?: string;
  /** The question of the answer, in words that somebody else would ask with. */
  readonly question?: string;
  /** The title of the earlier story whose answer helped its reporter. */
  readonly solvedBy?: string;
  /**
   * The reporter's comment that reopened it, and the answer that then held; without an answer, a developer works on it.
   */
  readonly reopened?: { readonly text: string; readonly answer?: string };
  /** A file that came with the report. */
  readonly file?: { readonly name: string; readonly text: string };
}
