import { type ReactNode, useState } from 'react';
import { CATEGORIES, PRIORITIES, type Priority } from '../../../../contract/words.ts';
import { ChoiceChips } from '../../design/chips.tsx';
import { Icon } from '../../design/icon.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import type { ChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { BLANK_TICKET, type NewTicket } from './new-ticket.ts';
import { ProjectChoice } from './project-choice.tsx';
import { BugFields } from './report-texts.tsx';

interface ReportChoicesProps {
  draft: NewTicket;
  set: (change: Partial<NewTicket>) => void;
  add: ChosenFiles['add'];
}

/** What else a report may say. Nothing is chosen beforehand: developers sort what a reporter leaves out. */
export function ReportChoices({ draft, set, add }: ReportChoicesProps) {
  const further = (
    <>
      <ChoiceChips
        legend={t('field.urgency_reporter')}
        value={draft.urgency_reporter}
        onChoose={(urgency_reporter: Priority) => set({ urgency_reporter })}
        choices={PRIORITIES.map((value) => ({ value, label: t(`urgency.${value}`) }))}
      />
      {/* Last, because it loads late and would push down what is below it. */}
      <ProjectChoice value={draft.project_id} onChoose={(project_id) => set({ project_id })} />
    </>
  );
  const isSet = draft.urgency_reporter !== BLANK_TICKET.urgency_reporter || draft.project_id !== '';
  return (
    <>
      <div>
        <ChoiceChips
          legend={t('field.category')}
          value={draft.category}
          onChoose={(category: NewTicket['category']) => set({ category })}
          choices={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        />
        <p className="mt-1.5 text-sm text-muted">{t('report.sortedLater')}</p>
      </div>
      {draft.category === 'bug' && <BugFields draft={draft} set={set} add={add} />}
      {useIsDeveloper() ? further : <Folded isSet={isSet}>{further}</Folded>}
    </>
  );
}

/** What a reporter in a hurry need not meet; open where a draft or a template has set some of it. */
function Folded({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group" open={open || isSet} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="down" size={16} className="group-open:rotate-180" />
        {t('report.further')}
      </summary>
      <div className="flex flex-col gap-5 pt-2">{children}</div>
    </details>
  );
}
