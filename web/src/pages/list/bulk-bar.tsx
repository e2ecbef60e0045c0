import type { TicketSummary } from '../../backend/tickets.ts';
import { useCommands } from '../../commands/registry.ts';
import { Button, IconButton } from '../../design/button.tsx';
import type { IconName } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { askToChoose, type Question } from '../../tickets/changing/choosing-request.ts';

const QUESTIONS: { question: Question; icon: IconName; allowed: keyof TicketSummary['can'] }[] = [
  { question: 'status', icon: 'refresh', allowed: 'change_status' },
  { question: 'priority', icon: 'flag', allowed: 'plan' },
  { question: 'assignee', icon: 'user', allowed: 'assign' },
  { question: 'category', icon: 'list', allowed: 'edit' },
  { question: 'project', icon: 'folder', allowed: 'edit' },
];

/** The changes that the user can make to all selected tickets at once. */
export function BulkBar({ tickets, onClear }: { tickets: TicketSummary[]; onClear: () => void }) {
  useCommands([{ id: 'deselect', label: t('bulk.clear'), group: 'list', keys: 'escape', run: onClear }]);
  return (
    <section
      aria-label={t('bulk.title')}
      className="sticky bottom-4 z-30 mx-auto mt-auto flex w-fit max-w-[96%] flex-wrap items-center gap-1 rounded-xl border border-line bg-raised p-1.5 pl-4 shadow-float max-md:bottom-18 max-md:w-full md:ml-6"
    >
      <span role="status" className="mr-2 text-sm font-semibold whitespace-nowrap tabular-nums max-md:flex-1">
        {t('bulk.count', { count: tickets.length })}
      </span>
      <IconButton icon="close" label={t('bulk.clear')} small onClick={onClear} className="md:order-last" />
      <div className="flex flex-wrap gap-1 max-md:flex-nowrap max-md:-ml-2.5 max-md:w-[calc(100%+0.625rem)] max-md:gap-0">
        {QUESTIONS.filter(({ allowed }) => tickets.every((ticket) => ticket.can[allowed])).map(({ question, icon }) => (
          <Button
            key={question}
            look="quiet"
            small
            icon={icon}
            onClick={() => askToChoose(question, tickets)}
            className="max-md:h-14! max-md:flex-1 max-md:flex-col max-md:gap-1! max-md:px-0! max-md:text-xs!"
          >
            {t(question === 'assignee' ? 'bulk.assign' : `field.${question}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
