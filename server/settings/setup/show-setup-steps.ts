import type { SetupSteps } from '../../../contract/setup-steps.ts';
import type { Actor } from '../../actor.ts';
import type { Instant } from '../../clock.ts';
import type { SettingsSource } from '../../config/given-settings.ts';
import type { Operation, Work } from '../../work.ts';
import { readSettings } from '../effective-settings.ts';
import { isMailProven } from '../mail-proof.ts';

/** The row of the settings that says whether the steps are put away. */
const PUT_AWAY = 'setup_put_away';

/** Reads of which moment the newest whole backup is; null when there is none. */
export type LastBackup = Operation<Instant | null, Actor>;

/** GET /api/setup/steps (docs/rules/settings.md#first-steps). */
export async function showSetupSteps(work: Work, source: SettingsSource, lastBackup: LastBackup): Promise<SetupSteps> {
  const settings = await readSettings(work, source);
  return {
    is_put_away: (await work.settings.get(PUT_AWAY)) === 'true',
    steps: {
      address: settings.app_url !== '',
      mail: await isMailProven(work, settings),
      domains: settings.allowed_domains.length > 0,
      project: await work.projects.isAny(),
      colleagues: (await work.users.list({ isActive: true, limit: 2 })).length > 1,
      backup: (await lastBackup(work)) !== null,
    },
  };
}

/** PATCH /api/setup/steps: puts the steps away for everybody, or brings them back. */
export async function changeSetupSteps(
  work: Work,
  source: SettingsSource,
  { lastBackup, isPutAway }: { readonly lastBackup: LastBackup; readonly isPutAway: boolean },
): Promise<SetupSteps> {
  await work.settings.set(PUT_AWAY, JSON.stringify(isPutAway), work.now, work.actor.id);
  return showSetupSteps(work, source, lastBackup);
}
