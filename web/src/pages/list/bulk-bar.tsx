import type { TicketSummary } from '../../backend/tickets.ts';
import { useCommands } from '../../commands/registry.ts';
import { Button, IconButton } from '../../design/button.tsx';
import type { IconName } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { askToChoose, type Question } from '../../tickets/changing/choosing-request.ts';
import { askToCloseSeveral, askToMerge } from '../../tickets/merging/merging-request.ts';

const QUESTIONS: { question: Question; icon: IconName; allowed: keyof TicketSummary['can'] }[] = [
  { question: 'status', icon: 'refresh', allowed: 'change_status' },
  { question: 'priority', icon: 'flag', allowed: 'plan' },
  { question: 'assignee', icon: 'user', allowed: 'assign' },
  { question: 'category', icon: 'list', allowed: 'edit' },
  { question: 'project', icon: 'folder', allowed: 'edit' },
  { question: 'planned_date', icon: 'calendar', allowed: 'plan' },
  { question: 'labels', icon: 'flag', allowed: 'plan' },
];

interface BulkBarProps {
  tickets: TicketSummary[];
  onClear: () => void;
  /** Called with the ids of those that were closed or merged. */
  onDone: (ids: readonly string[]) => void;
}

/** The changes that the user can make to all selected tickets at once. */
export function BulkBar({ tickets, onClear, onDone }: BulkBarProps) {
  const may = (allowed: keyof TicketSummary['can']) => tickets.every((ticket) => ticket.can[allowed]);
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
      <div className="flex flex-wrap gap-1 max-md:flex-nowrap max-md:-ml-2.5 max-md:w-[calc(100%+0.625rem)] max-md:gap-0 max-md:overflow-x-auto">
        {QUESTIONS.filter(({ allowed }) => may(allowed)).map(({ question, icon }) => (
          <Act key={question} icon={icon} onClick={() => askToChoose(question, tickets)}>
            {t(NAMES[question] ?? `field.${question}`)}
          </Act>
        ))}
        {may('link') && (
          <Act icon="link" onClick={() => askToMerge(tickets, onDone)}>
            {t('bulk.merge')}
          </Act>
        )}
        {may('close') && (
          <Act icon="check" onClick={() => askToCloseSeveral(tickets, onDone)}>
            {t('bulk.close')}
          </Act>
        )}
      </div>
    </section>
  );
}

const NAMES: Partial<Record<Question, 'bulk.assign' | 'bulk.plan'>> = {
  assignee: 'bulk.assign',
  planned_date: 'bulk.plan',
};

const Act = ({ icon, onClick, children }: { icon: IconName; onClick: () => void; children: string }) => (
  <Button
    look="quiet"
    small
    icon={icon}
    onClick={onClick}
    className="max-md:h-14! max-md:min-w-16 max-md:flex-1 max-md:flex-col max-md:gap-1! max-md:px-0! max-md:text-xs!"
  >
    {children}
  </Button>
);
