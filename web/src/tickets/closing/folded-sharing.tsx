import { Suspense } from 'react';
import { Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { onDemand } from '../../design/on-demand.tsx';
import { loadTexts, t } from '../../texts/texts.ts';
import type { ClosingSharing } from './closing-sharing.ts';

// What looks personal is looked for in the browser, by code that only this dialog needs.
const SharingFields = onDemand(async () => {
  const [{ SharingFields }] = await Promise.all([import('./sharing-fields.tsx'), loadTexts('answers')]);
  return SharingFields;
});

interface FoldedSharingProps {
  sharing: ClosingSharing;
  answer: string;
  onAnswer: (answer: string) => void;
  reporter: string;
}

/** What the answer was about and whether it is shared: folded, because what it proposes is mostly right. */
export function FoldedSharing({ sharing, answer, onAnswer, reporter }: FoldedSharingProps) {
  const { draft, marks, unfolded } = sharing;
  return (
    <details
      className="group"
      open={unfolded}
      onToggle={(event) => sharing.unfold(event.currentTarget.open)}
      // A question that is too long is shown, not only refused.
      onInvalidCapture={() => sharing.unfold(true)}
    >
      <summary className="flex min-h-9 list-none flex-wrap items-center gap-x-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="people" size={16} />
        {t('closing.about')}
        <span className="text-xs">{t(draft.shared ? 'closing.shared' : 'closing.notShared')}</span>
        {marks > 0 && (
          <span className="inline-flex items-center gap-1 text-xs font-medium text-warning">
            <Icon name="warning" size={14} />
            {t('closing.personal', { count: marks })}
          </span>
        )}
        <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
      </summary>
      <div className="pt-2">
        <Suspense fallback={<Skeleton lines={2} />}>
          <SharingFields
            draft={draft}
            onChange={sharing.change}
            answer={answer}
            onAnswer={onAnswer}
            reporter={reporter}
            onOpenMarks={sharing.count}
          />
        </Suspense>
      </div>
    </details>
  );
}
