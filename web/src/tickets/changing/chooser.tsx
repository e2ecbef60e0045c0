import type { TicketChanges, TicketSummary } from '../../backend/tickets.ts';
import { CommandList } from '../../design/command-list.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { useAnswers } from './answers.tsx';
import { useBulkChange } from './bulk-change.ts';
import { type Choosing, chosen } from './choosing-request.ts';

/** Whether all of the tickets have these values already. */
const isAnswered = (tickets: readonly TicketSummary[], changes: TicketChanges): boolean =>
  Object.entries(changes).every(([key, value]) =>
    tickets.every((ticket) => ticket[key as keyof TicketSummary] === value),
  );

export function Chooser({ choosing }: { choosing: Choosing }) {
  const answers = useAnswers(choosing.question);
  const changeAll = useBulkChange();
  const title = t(`choose.${choosing.question}`);
  return (
    <Dialog open onClose={chosen} title={title} hideTitle>
      <CommandList
        label={title}
        placeholder={title}
        empty={t('palette.nothing')}
        groups={[
          {
            entries: answers.map(({ id, name, shown, changes, shownWith }) => ({
              id,
              name,
              shown: (
                <>
                  {shown}
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {isAnswered(choosing.tickets, changes) && <Icon name="check" className="text-accent" />}
                </>
              ),
              onSelect: () => {
                chosen();
                changeAll(choosing.tickets, changes, shownWith);
              },
            })),
          },
        ]}
      />
    </Dialog>
  );
}
