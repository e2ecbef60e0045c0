import { type Actor, compiled, type Instant, Store, type Work } from '#platform';
import type { RowOf } from '#records';

const all = compiled((db) => db.selectFrom('settings').select(['name', 'value']));
const one = compiled((db, p: { name: string }) => db.selectFrom('settings').select('value').where('name', '=', p.name));
const changedAt = compiled((db, p: { name: string }) =>
  db.selectFrom('settings').select('updated_at').where('name', '=', p.name),
);
const put = compiled((db, p: RowOf<'settings'>) =>
  db
    .insertInto('settings')
    .values({ name: p.name, value: p.value, updated_at: p.updated_at, updated_by: p.updated_by })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: p.value, updated_at: p.updated_at, updated_by: p.updated_by }),
    ),
);
const drop = compiled((db, p: { name: string }) => db.deleteFrom('settings').where('name', '=', p.name));

/**
 * The settings that developers have stored, by name, as JSON text. All others come from the environment or have their
 * default.
 */
export class SettingsStore extends Store {
  async all(): Promise<Map<string, string>> {
    const rows = await this.connection.all(all);
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  async get(name: string): Promise<string | undefined> {
    return (await this.connection.first(one, { name }))?.value;
  }

  /** When a developer last set it; undefined when nobody did. */
  async changedAt(name: string): Promise<Instant | undefined> {
    return (await this.connection.first(changedAt, { name }))?.updated_at;
  }

  /** @param by the user who sets it; null for a command. */
  async set(name: string, jsonText: string, now: Instant, by: string | null): Promise<void> {
    const row = { name, value: jsonText, updated_at: now, updated_by: by };
    await this.connection.change(put, row);
  }

  async remove(name: string): Promise<void> {
    await this.connection.change(drop, { name });
  }
}

export const removeSetting = (work: Work<Actor>, name: string) => work.of(SettingsStore).remove(name);

/** When a developer last set it; undefined when nobody did. */
export const settingChangedAt = (work: Work<Actor>, name: string) => work.of(SettingsStore).changedAt(name);

/** @param by the user who sets it; null for a command. */
export const storeSetting = (work: Work<Actor>, name: string, jsonText: string, now: Instant, by: string | null) =>
  work.of(SettingsStore).set(name, jsonText, now, by);

export const storedSetting = (work: Work<Actor>, name: string) => work.of(SettingsStore).get(name);

export const storedSettings = (work: Work<Actor>) => work.of(SettingsStore).all();
