import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiToken, revokeToken } from '../../backend/api-tokens.ts';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';

/**
 * Revokes tokens once nobody has undone it: the service cannot give one back.
 *
 * @returns whether a token is about to go, and what lets it go.
 */
export function useRevoking(): { isGoing: (token: ApiToken) => boolean; revoke: (token: ApiToken) => void } {
  const client = useQueryClient();
  const [going, setGoing] = useState<readonly string[]>([]);
  const stay = (id: string) => setGoing((old) => old.filter((one) => one !== id));
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
