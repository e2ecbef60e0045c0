import { useQuery } from '@tanstack/react-query';
import { endSession, sessionsQuery, signOut, signOutEverywhere } from '../../backend/sign-in.ts';
import { Button } from '../../design/button.tsx';
import { useAct } from '../../design/form.tsx';
import { useLeaving } from '../../session/leaving.ts';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** The user's sessions, and how to end them. */
export function Sessions() {
  const leave = useLeaving();
  return (
    <>
      <SessionRows />
      <div className="flex flex-wrap items-center gap-2">
        <Button icon="out" onClick={() => leave(signOut)}>
          {t('me.signOut')}
        </Button>
        <Button look="quiet" onClick={() => leave(signOutEverywhere)} data-reach="sign-out-everywhere">
          {t('me.signOutEverywhere')}
        </Button>
      </div>
    </>
  );
}

function SessionRows() {
  const sessions = useQuery(sessionsQuery);
  const end = useAct(endSession, sessionsQuery.queryKey);
  return (
    <ul className="flex flex-col gap-2">
      {(sessions.data ?? []).map(({ id, current, user_agent, created_at, method }) => (
        <li key={id} className="flex min-h-9 items-center justify-between gap-3">
          <span className="min-w-0">
            {agentName(user_agent) ?? t('me.unknownDevice')}
            <span className="text-muted">
              {' '}
              · {t(`passkey.by.${method}`)} · {current ? t('me.thisDevice') : ago(created_at)}
            </span>
          </span>
          {!current && (
            <Button small look="quiet" busy={end.doing?.[0] === id} onClick={() => end.act(id)}>
              {t('me.signOutThere')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const named = (agent: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1];

/** A short name for a user agent: "Firefox, Linux", or its own first word when it is no browser. */
export function agentName(agent: string | null): string | null {
  if (!agent) return null;
  const names = [named(agent, BROWSERS), named(agent, SYSTEMS)].filter(Boolean);
  return names.join(', ') || (agent.split(/[/ ]/, 1)[0] ?? null);
}
