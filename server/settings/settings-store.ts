import { type Actor, compiled, tableStore, upsertInto, type Work } from '#platform';

const all = compiled((db) => db.selectFrom('settings').select(['name', 'value']));
const put = upsertInto('settings');

/**
 * The settings that developers have stored, by name, as JSON text. All others come from the environment or have their
 * default.
 */
export class SettingsStore extends tableStore('settings', 'name') {
  readonly list = this.all(all);
  readonly set = this.changes(put);
}

export const removeSetting = (work: Work<Actor>, name: string) => work.of(SettingsStore).delete(name);
/** When a developer last set it; undefined when nobody did. */
export const settingChangedAt = async (work: Work<Actor>, name: string) =>
  (await work.of(SettingsStore).find(name))?.updated_at;
/** @param by the user who sets it; null for a command. */
export const storeSetting = (work: Work<Actor>, name: string, value: unknown, by = work.actor?.id ?? null) =>
  work.of(SettingsStore).set({ name, value: JSON.stringify(value), updated_at: work.now, updated_by: by });
export const storedSetting = async (work: Work<Actor>, name: string) =>
  (await work.of(SettingsStore).find(name))?.value;
export const storedSettings = async (work: Work<Actor>): Promise<Map<string, string>> =>
  new Map((await work.of(SettingsStore).list()).map(({ name, value }) => [name, value]));
