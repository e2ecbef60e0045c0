import { Button } from '../../design/button.tsx';
import { t } from '../../texts/texts.ts';
import { canGoAsItIs, firstMissing } from './missing.ts';
import type { NewTicket } from './new-ticket.ts';

interface TooShortProps {
  draft: NewTicket;
  busy: boolean;
  /** Sends it in the category in which nothing is missing. */
  onSendAsItIs: () => void;
}

/** Says in words what a report lacks that somebody has tried to send, and offers to send it all the same. */
export function TooShort({ draft, busy, onSendAsItIs }: TooShortProps) {
  const missing = firstMissing(draft);
  if (missing === undefined) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p role="status">{t(`missing.${missing === 'title' ? 'title' : questionOf(draft)}`)}</p>
      {canGoAsItIs(draft) && (
        <Button small busy={busy} onClick={onSendAsItIs}>
          {t('missing.asItIs')}
        </Button>
      )}
    </div>
  );
}

/** What to ask for: a report of a bug lacks something else than an idea. */
function questionOf({ category, description }: NewTicket): 'bug' | 'idea' | 'description' {
  if (description.trim() === '') return 'description';
  return category === 'bug' ? 'bug' : 'idea';
}
