import type { Actor, SettingsSource, Work } from '#platform';
import { type EffectiveSettings, holdSettings, storedSettings, storeSettings } from '#settings';
import type { ImportRun } from '../import-run.ts';
import type { TableFiles } from './table-files.ts';
import { LOGO, type SourceSetting, type TableSource } from './table-source.ts';

interface Settings {
  readonly current: EffectiveSettings;
  readonly isSet: ReadonlySet<string>;
  readonly change: Record<string, unknown>;
}

/** Takes over the settings that nobody has set in Kwit, and the domains whose people may sign in besides those of Kwit. */
export async function carrySettings(
  { work, source, run }: { work: Work<Actor>; source: SettingsSource; run: ImportRun },
  from: TableSource,
  files: TableFiles,
): Promise<void> {
  const { report, rows, isAgain } = run;
  const current = await holdSettings(work, source);
  const isSet = new Set([...(await storedSettings(work)).keys(), ...Object.keys(source.given)]);
  const settings = { current, isSet, change: {} };
  for (const setting of from.settings()) {
    const outcome = 'comesElsewhere' in setting ? (isAgain ? 'merged' : 'imported') : take(setting, settings, files);
    report.read('settings');
    if (outcome === 'imported') report.imported('settings');
    else if (outcome === 'merged') report.merged('settings');
    else report.leftOut('settings', outcome, { id: setting.id, isLost: false });
  }
  if (!rows.isTrial) await storeSettings(work, source, current, settings.change as Partial<EffectiveSettings>);
}

/** @returns what came of it, or why it does not come. */
function take(
  setting: Exclude<SourceSetting, { comesElsewhere: true }>,
  { current, isSet, change }: Settings,
  files: TableFiles,
): string {
  if ('leftOut' in setting) return setting.leftOut;
  const { name, value } = setting;
  if (name === 'allowed_domains') {
    const added = (value as string[]).filter((domain) => !current.allowed_domains.includes(domain));
    if (added.length === 0) return 'merged';
    change[name] = [...current.allowed_domains, ...added];
    return 'imported';
  }
  if (isSet.has(name)) return 'merged';
  if (name === LOGO.id) {
    const upload = files.get(LOGO);
    if (upload === null) return 'its file is missing';
    if (upload.pictureType === null) return 'it is no picture that Kwit shows';
    change[name] = { filename: upload.filename, type: upload.pictureType };
  } else change[name] = value;
  return 'imported';
}
