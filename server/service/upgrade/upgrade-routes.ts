import { Upgrade } from '#contract/upgrades.ts';
import { kwitVersion, operation, type Routes } from '#platform';
import { UpgradeStore } from './upgrade-store.ts';

const showing = operation({
  operationId: 'getUpgrade',
  summary: 'See to which version this Kwit was brought last, and what that changed',
  tag: 'Settings',
  access: 'developer',
  scope: 'read',
  answers: { 200: Upgrade },
});

export async function upgradeRoutes(routes: Routes): Promise<void> {
  routes.get('/api/service/upgrade', showing, (request) =>
    request.read(async (work) => {
      const newest = await work.of(UpgradeStore).newest();
      return {
        version: newest?.version ?? kwitVersion(),
        previous_version: newest?.previous_version ?? null,
        upgraded_at: newest?.upgraded_at ?? null,
        migrations: [...(newest?.migrations ?? [])],
        copy_kept_until: newest?.copy ? ('next_upgrade' as const) : null,
      };
    }),
  );
}
