import { useQuery } from '@tanstack/react-query';
import type { Upgrade } from '../../../../../contract/upgrades.ts';
import { sealedProjectsQuery, teamsQuery } from '../../../backend/access.ts';
import { projectsQuery } from '../../../backend/projects.ts';
import { upgradeQuery } from '../../../backend/upgrade.ts';
import { Button } from '../../../design/button.tsx';
import { copyText } from '../../../design/copy-text.ts';
import { Markdown } from '../../../design/markdown.tsx';
import { Section } from '../../../design/page.tsx';
import { Pending } from '../../../design/pending.tsx';
import { moment } from '../../../texts/dates.ts';
import { language, t } from '../../../texts/texts.ts';
import { Facts } from '../entries.tsx';
import { changesIn, changesQuery } from './changes.ts';
import { WhoSeesWhat } from './who-sees-what.tsx';

/** Which Kwit this is, what its last upgrade did, and who may see what in it. */
export function AboutPage() {
  const query = useQuery(upgradeQuery);
  // All at once: what comes later would push down the changes.
  const changes = useQuery(changesQuery(language()));
  const sheet = [useQuery(projectsQuery), useQuery(teamsQuery), useQuery(sealedProjectsQuery), changes];
  const late = sheet.find(({ isPending }) => isPending);
  if (!query.data || late) return <Pending query={late ?? query} />;
  return (
    <>
      <Version upgrade={query.data} />
      <WhoSeesWhat />
      <Changes text={changes.data ?? ''} version={query.data.version} />
    </>
  );
}

/** The first line of a report of a fault. */
const lineOf = ({ version, previous_version, upgraded_at, read_only, migrations }: Upgrade): string =>
  [
    `Kwit ${version}`,
    ...(previous_version ? [`from ${previous_version}`] : []),
    ...(upgraded_at ? [`upgraded ${upgraded_at}`] : []),
    ...(migrations.length > 0 ? [`last migration ${migrations.at(-1)}`] : []),
    ...(read_only ? ['read-only'] : []),
    navigator.userAgent,
  ].join(' · ');

function Version({ upgrade }: { upgrade: Upgrade }) {
  const { version, previous_version, upgraded_at, since, read_only, migrations, copy_kept_until } = upgrade;
  const line = lineOf(upgrade);
  return (
    <Section title={t('about.title', { version })}>
      <div className="flex flex-col gap-4 p-4 md:px-5">
        <Facts
          look="text-sm wrap-anywhere"
          facts={[
            [t('about.since'), since === null ? null : moment(since)],
            [t('about.from'), previous_version],
            [t(previous_version === null ? 'about.installed' : 'about.upgraded'), upgraded_at && moment(upgraded_at)],
            [t('about.schema'), previous_version && t('about.migrations', { count: migrations.length })],
            [t('about.copy'), t(copy_kept_until === null ? 'about.copyNone' : 'about.copyKept')],
          ]}
        />
        <p data-reach="read-only" tabIndex={-1} className="text-sm">
          {t(read_only ? 'about.readOnly' : 'about.takesChanges')}{' '}
          <code className="text-xs">kwit read-only {read_only ? 'off' : 'on'}</code>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-64 flex-1 rounded-lg bg-sunken px-3 py-2 text-xs wrap-anywhere">{line}</code>
          <Button small onClick={() => copyText(line, t('about.copied'))}>
            {t('about.copyLine')}
          </Button>
        </div>
      </div>
    </Section>
  );
}

function Changes({ text, version }: { text: string; version: string }) {
  return (
    <Section title={t('about.changes', { version })}>
      <div className="p-4 text-sm md:px-5">
        <Markdown text={changesIn(text, version)} />
      </div>
    </Section>
  );
}
