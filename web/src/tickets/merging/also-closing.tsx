import { Button } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';
import { LONGEST_ANSWER } from '../closing/answer-field.tsx';
import type { ClosedTogether, Together } from './closed-together.ts';

interface AlsoClosingProps {
  together: Together;
  /** The answer of all of them. */
  answer: string;
  /** Whether they close besides another ticket. */
  isMore?: boolean;
}

/** The tickets that an answer closes, each with a place for an answer of its own. */
export function AlsoClosing({ together, answer, isMore = false }: AlsoClosingProps) {
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-sm font-medium">
        {isMore ? t('merging.closes', { count: together.chosen.length }) : t('merging.each')}
      </legend>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {together.tickets.map((ticket) => (
          <Row key={ticket.id} ticket={ticket} together={together} answer={answer} />
        ))}
      </ul>
    </fieldset>
  );
}

function Row({ ticket, together, answer }: Omit<AlsoClosingProps, 'isMore'> & { ticket: ClosedTogether }) {
  const { id, number, title, reporter_name } = ticket;
  const own = together.ownOf(id);
  return (
    <li className="flex flex-col gap-2 px-3 py-1.5">
      <div className="flex min-h-8 items-center gap-2.5 text-sm">
        <label className="flex min-w-0 flex-1 items-center gap-2.5 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={together.isChosen(id)}
            onChange={() => together.toggle(id)}
          />
          <span className="tabular-nums text-xs text-muted">#{number}</span>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <span className="shrink-0 text-xs text-muted max-md:hidden">{reporter_name}</span>
        </label>
        {own === undefined && together.isChosen(id) && (
          <Button
            look="quiet"
            small
            icon="edit"
            aria-label={t('merging.ownAnswerFor', { number })}
            onClick={() => together.write(id, answer)}
          >
            {t('merging.ownAnswer')}
          </Button>
        )}
      </div>
      {own !== undefined && together.isChosen(id) && (
        <TextArea
          autoFocus
          rows={3}
          aria-label={t('merging.ownAnswerFor', { number })}
          longest={LONGEST_ANSWER}
          value={own}
          onChange={(event) => together.write(id, event.target.value)}
        />
      )}
    </li>
  );
}
