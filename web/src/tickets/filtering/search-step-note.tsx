import type { SearchStep } from '../../../../contract/words.ts';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';

/** Says that nothing has the words as typed, and how loosely they were taken to find what is shown. */
export function SearchStepNote({ step }: { step: SearchStep | undefined }) {
  if (step === undefined || step === 'exact') return null;
  return (
    <p role="status" className="flex items-center gap-2 px-4 py-1.5 text-sm text-muted md:px-6">
      <Icon name="info" size={16} />
      {t(`search.${step}`)}
    </p>
  );
}
