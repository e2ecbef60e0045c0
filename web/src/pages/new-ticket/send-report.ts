import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { upload } from '../../backend/files.ts';
import { cacheCreated } from '../../backend/ticket-detail.ts';
import type { TicketCreated } from '../../backend/tickets.ts';
import { refusalText } from '../../design/feedback.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';

/**
 * Sends a report with its files and opens its ticket. `progress` is from 0 to 1; `problem` is why the service refused.
 */
export function useSendReport() {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = async (form: FormData, key: string, onSent: () => void) => {
    setProgress(0);
    setProblem(undefined);
    try {
      const ticket = await upload<TicketCreated>({
        path: '/tickets',
        form,
        idempotencyKey: key,
        onProgress: setProgress,
      });
      onSent();
      cacheCreated(client, ticket);
      client.invalidateQueries({ queryKey: ['tickets'] });
      toast({ text: t('report.created', { number: ticket.number }) });
      await navigate({ to: '/t/$number', params: { number: String(ticket.number) }, replace: true });
    } catch (error) {
      setProblem(refusalText(error));
      setProgress(undefined);
    }
  };
  return { send, progress, problem };
}
