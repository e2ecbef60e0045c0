import { Upgrade } from '#contract/upgrades.ts';
import { kwitVersion, type Runner } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { UpgradeStore } from './upgrade-store.ts';

const showing = operation({
  operationId: 'getUpgrade',
  summary: 'See to which version this Kwit was brought last, and what that changed',
  tag: 'Settings',
  access: 'developer',
  scope: 'read',
  answers: { 200: Upgrade },
});

export const upgradeRoutes =
  (runner: Runner) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/service/upgrade', showing, async (request) => {
      const { newest, since } = await request.read(async (work) => {
        const store = work.of(UpgradeStore);
        return { newest: await store.newest(), since: await store.since(kwitVersion()) };
      });
      return {
        version: newest?.version ?? kwitVersion(),
        previous_version: newest?.previous_version ?? null,
        upgraded_at: newest?.upgraded_at ?? null,
        since,
        read_only: await runner.isReadOnly(),
        migrations: [...(newest?.migrations ?? [])],
        copy_kept_until: newest?.copy ? ('next_upgrade' as const) : null,
      };
    });
  };
