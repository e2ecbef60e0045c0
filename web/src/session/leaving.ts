import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clearAnswerCache } from '../backend/client.ts';
import { removeToken } from '../backend/token.ts';
import { removeAllDrafts } from './draft.ts';

/** Signs the user out on this device, where nothing of theirs stays, and of the service when it can be reached. */
export function useLeaving() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (endSession: () => Promise<void>) => {
    await endSession().catch(() => {});
    removeToken();
    clearAnswerCache();
    removeAllDrafts();
    await navigate({ to: '/login', replace: true });
    client.clear();
  };
}
