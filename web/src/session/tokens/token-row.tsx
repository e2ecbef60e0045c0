import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiToken, revokeToken } from '../../backend/api-tokens.ts';
import { now } from '../../clock.ts';
import { Icon } from '../../design/icon.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { ago, day } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** Whether a token lets nobody in any more. */
const isOver = ({ revoked_at, expires_at }: ApiToken, at = now()): boolean =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= at);

function endOf({ revoked_at, expires_at }: ApiToken): string {
  if (revoked_at !== null) return t('token.revokedOn', { day: day(revoked_at) });
  if (expires_at === null) return t('token.endless');
  return t(Date.parse(expires_at) <= now() ? 'token.endedOn' : 'token.endsOn', { day: day(expires_at) });
}

interface TokenRowProps {
  token: ApiToken;
  /** Whose it is, where tokens of several people are listed. */
  owner?: string;
  /** Actions on the token. A token that has ended has none. */
  children: ReactNode;
}

/** A token: what it is, whose, until when, and when it was last used. Those that have ended are grey. */
export function TokenRow({ token, owner, children }: TokenRowProps) {
  const ended = isOver(token);
  const { name, scope, prefix, last4, last_used_at } = token;
  const used = last_used_at === null ? t('token.unused') : t('token.used', { when: ago(last_used_at) });
  return (
    <li
      className={`flex min-h-14 items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-b-0 max-md:flex-wrap ${ended ? 'text-muted' : ''}`}
    >
      <Icon name="lock" className="shrink-0 text-muted max-md:hidden" />
      <span className="min-w-0 flex-1 max-md:basis-full">
        <span className="block truncate">
          <span className="font-medium">{name}</span>
          <span className="text-muted">
            {owner && ` · ${owner}`} · {t(`token.scope_${scope}`)}
          </span>
        </span>
        <span className="block text-sm text-muted">
          <span className="font-mono text-xs">
            {prefix}…{last4}
          </span>{' '}
          · {endOf(token)} · {used}
        </span>
      </span>
      {!ended && children}
    </li>
  );
}

/**
 * Revokes tokens once nobody has undone it: the service cannot give one back.
 *
 * @returns whether a token is about to go, and what lets it go.
 */
export function useRevoking(): { isGoing: (token: ApiToken) => boolean; revoke: (token: ApiToken) => void } {
  const client = useQueryClient();
  const [going, setGoing] = useState<readonly string[]>([]);
  const stay = (id: string) => setGoing((old) => old.filter((goingId) => goingId !== id));
  const revoke = ({ id, name }: ApiToken) => {
    setGoing((old) => [...old, id]);
    toast({
      text: t('token.revoked', { name }),
      about: id,
      undo: () => stay(id),
      whenKept: () =>
        void revokeToken(id)
          .catch((error) => toastRefusal(error))
          .then(() => client.invalidateQueries({ queryKey: ['tokens'] }))
          .finally(() => stay(id)),
    });
  };
  return { isGoing: ({ id }) => going.includes(id), revoke };
}
