import { useState } from 'react';
import type { TicketChanges, TicketSummary } from '../../backend/tickets.ts';
import { CommandList } from '../../design/command-list.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { useAnswers } from './answers.tsx';
import { useBulkChange } from './bulk-change.ts';
import type { Choosing, ValueQuestion } from './choosing-request.ts';
import { LabelChooser } from './label-chooser.tsx';

/** Whether all of the tickets have these values already. */
const isAnswered = (tickets: readonly TicketSummary[], changes: TicketChanges): boolean =>
  Object.entries(changes).every(([key, value]) =>
    tickets.every((ticket) => ticket[key as keyof TicketSummary] === value),
  );

/** Whether the service accepts a report by this, of which its reporter hears. */
const accepts = ({ question, tickets }: Pick<Choosing, 'question' | 'tickets'>): boolean =>
  ['planned_date', 'estimated_hours', 'assignee'].includes(question) &&
  tickets.some(({ status }) => status === 'submitted');

interface ChooserProps {
  choosing: Choosing;
  onClose: () => void;
}

export const Chooser = ({ choosing, onClose }: ChooserProps) =>
  choosing.question === 'labels' ? (
    <LabelChooser tickets={choosing.tickets} onClose={onClose} />
  ) : (
    <ValueChooser choosing={{ ...choosing, question: choosing.question }} onClose={onClose} />
  );

interface ValueChooserProps {
  choosing: { question: ValueQuestion; tickets: TicketSummary[] };
  onClose: () => void;
}

function ValueChooser({ choosing, onClose }: ValueChooserProps) {
  const [text, setText] = useState('');
  const answers = useAnswers(choosing, text);
  const changeAll = useBulkChange();
  const title = t(`choose.${choosing.question}`);
  return (
    <Dialog open onClose={onClose} title={title} hideTitle>
      {accepts(choosing) && <p className="px-5 pt-3 text-sm text-muted">{t('commands.accepts')}</p>}
      <CommandList
        label={title}
        placeholder={choosing.question === 'planned_date' ? t('commands.typedDay') : title}
        empty={t('commands.nothing')}
        groups={[
          {
            entries: answers.map(({ id, name, typed = false, shown, changes, shownWith }) => ({
              id,
              name,
              found: typed,
              shown: (
                <>
                  {shown}
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {isAnswered(choosing.tickets, changes) && <Icon name="check" className="text-accent" />}
                </>
              ),
              onSelect: () => {
                onClose();
                changeAll(choosing.tickets, changes, shownWith);
              },
            })),
          },
        ]}
        onSearch={setText}
      />
    </Dialog>
  );
}
