import { type Actor, compiled, deleteBy, type Instant, Store, selectBy, upsertInto, type Work } from '#platform';

const all = compiled((db) => db.selectFrom('settings').select(['name', 'value']));
const one = selectBy('settings', 'name');
const put = upsertInto('settings');
const drop = deleteBy('settings', 'name');

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
    return (await this.connection.first(one, { name }))?.updated_at;
  }

  /** @param by the user who sets it; null for a command. */
  async set(name: string, jsonText: string, now: Instant, by: string | null): Promise<void> {
    await this.connection.change(put, { name, value: jsonText, updated_at: now, updated_by: by });
  }

  async remove(name: string): Promise<void> {
    await this.connection.change(drop, { name });
  }
}

export const removeSetting = (work: Work<Actor>, name: string) => work.of(SettingsStore).remove(name);
export const settingChangedAt = (work: Work<Actor>, name: string) => work.of(SettingsStore).changedAt(name);
/** @param by the user who sets it; null for a command. */
export const storeSetting = (work: Work<Actor>, name: string, value: unknown, by = work.actor?.id ?? null) =>
  work.of(SettingsStore).set(name, JSON.stringify(value), work.now, by);
export const storedSetting = (work: Work<Actor>, name: string) => work.of(SettingsStore).get(name);
export const storedSettings = (work: Work<Actor>) => work.of(SettingsStore).all();
