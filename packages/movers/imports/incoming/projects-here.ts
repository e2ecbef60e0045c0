import type { Actor, Work } from '#platform';
import { ImportBatchStore } from '../import-batch-store.ts';
import type { ImportRun } from '../import-run.ts';

const COLOR = '#6B7280';

/** The projects of Kwit, by their names. */
export class ProjectsHere {
  readonly #byName = new Map<string, string>();

  /** Looks up those of these names that it does not know. */
  async meet(work: Work<Actor>, names: readonly string[]): Promise<void> {
    const wanted = [...new Set(names)].filter((name) => !this.#byName.has(name));
    for (const { id, name } of await work.of(ImportBatchStore).projects(wanted)) this.#byName.set(name, id);
  }

  /** The id of a project, which is made when Kwit has none of that name. */
  idOf(name: string | null, run: ImportRun): string | null {
    if (name === null) return null;
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const id = run.newId(run.now);
    this.#byName.set(name, id);
    run.rows.add('projects', {
      ...{ id, name, description: null, color: COLOR, icon_filename: null, icon_type: null, created_at: run.now },
    });
    run.report.read('projects');
    run.report.imported('projects');
    return id;
  }
}
