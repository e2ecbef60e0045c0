import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rotateToken, tokensQuery } from '../../backend/api-tokens.ts';
import { Button } from '../../design/button.tsx';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { ShowMore } from '../../design/show-more.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { useRevoking } from '../../session/tokens/revoking.ts';
import { TokenRow } from '../../session/tokens/token-row.tsx';
import { t } from '../../texts/texts.ts';
import { NewTokenDialog, ShownTokenDialog } from './token-dialogs.tsx';

/** The user's tokens for programs: to make, to see once, to replace and to revoke. */
export function OwnTokens() {
  const client = useQueryClient();
  const found = useInfiniteQuery(tokensQuery);
  const { isGoing, revoke } = useRevoking();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const show = (token: string) => {
    setMade(token);
    setMaking(false);
    client.invalidateQueries({ queryKey: ['tokens'] });
  };
  const rotate = useMutation({
    mutationFn: rotateToken,
    onSuccess: ({ token }) => show(token),
    onError: (error) => toastRefusal(error),
  });
  const tokens = found.data?.pages.flatMap(({ items }) => items).filter((token) => !isGoing(token));
  return (
    <>
      <p className="text-sm text-muted">{t('token.what')}</p>
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton lines={2} />}
      <ul>
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token}>
            <Button
              small
              look="quiet"
              busy={rotate.isPending && rotate.variables === token.id}
              onClick={() => rotate.mutate(token.id)}
            >
              {t('token.rotate')}
            </Button>
            <Button small look="quiet" onClick={() => revoke(token)}>
              {t('token.revoke')}
            </Button>
          </TokenRow>
        ))}
      </ul>
      <ShowMore pages={found} />
      <div>
        <Button icon="plus" onClick={() => setMaking(true)}>
          {t('token.new')}
        </Button>
      </div>
      {making && <NewTokenDialog onClose={() => setMaking(false)} onMade={show} />}
      {made && <ShownTokenDialog token={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
