import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { rateAnswer } from '../../backend/answers.ts';
import type { SimilarTicket } from '../../backend/tickets.ts';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';

interface Draft {
  /** Puts the draft away. */
  clear: () => void;
  /** Brings it back as it was. */
  restore: () => void;
}

/** Ends a report that an answer has made needless: the answer counts as helpful, and Undo brings the draft back. */
export function useEndReport() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ answer_id }: SimilarTicket, { clear, restore }: Draft) => {
    try {
      await rateAnswer(answer_id, true);
    } catch (error) {
      toastRefusal(error);
      return;
    }
    client.invalidateQueries({ queryKey: ['answers'], refetchType: 'none' });
    clear();
    toast({
      text: t('solved.done'),
      undo: () => {
        restore();
        navigate({ to: '/new' });
      },
    });
    await navigate({ to: '/' });
  };
}
