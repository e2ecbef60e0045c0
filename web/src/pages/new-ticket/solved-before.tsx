import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type SimilarTicket, similarQuery } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { t } from '../../texts/texts.ts';
import { AnswerCard } from '../../tickets/showing/answer-card.tsx';

const PAUSE_MS = 350;
/** From so many letters on a title, or else a description, says enough to look for answers. */
const ENOUGH = { title: 6, description: 20 };

interface SolvedBeforeProps {
  title: string;
  description: string;
  /** The list is among the fields, because beside them there is no room: it is folded. */
  inline?: boolean;
  /** The user has found the answer: there is nothing left to report. */
  onSolved: (answer: SimilarTicket) => void;
}

/** Closed tickets that are similar to the report, with their answers: often the user finds the answer there. */
export function SolvedBefore({ title, description, inline, onSolved }: SolvedBeforeProps) {
  const settledTitle = useDebounced(title.trim(), PAUSE_MS);
  const settledDescription = useDebounced(description.trim(), PAUSE_MS);
  const [putAside, setPutAside] = useState<ReadonlySet<string>>(new Set());
  const enough = settledTitle.length >= ENOUGH.title || settledDescription.length >= ENOUGH.description;
  const query = useQuery({
    ...similarQuery(settledTitle, settledDescription),
    enabled: enough,
    placeholderData: (before) => before,
  });
  const similar = enough ? (query.data ?? []).filter(({ answer_id }) => !putAside.has(answer_id)) : [];
  const cards = similar.map((answer) => (
    <AnswerCard key={answer.answer_id} answer={answer}>
      <Verdict
        answer={answer}
        onSolved={() => onSolved(answer)}
        onNotQuite={() => setPutAside(new Set([...putAside, answer.answer_id]))}
      />
    </AnswerCard>
  ));
  const browse = (
    <Link
      to="/answers"
      search={settledTitle ? { q: settledTitle } : {}}
      className="self-start text-sm font-medium text-accent underline underline-offset-2 max-md:py-3"
    >
      {t('solved.browse')}
    </Link>
  );
  if (inline) return <FoldedAnswers cards={cards}>{browse}</FoldedAnswers>;
  return (
    <aside aria-label={t('similar.title')} className="flex flex-col gap-3 lg:sticky lg:top-20">
      <h2 className="flex items-center gap-2 text-sm font-semibold text-muted">
        <Icon name="bolt" size={16} />
        {t('similar.title')}
      </h2>
      <div aria-live="polite" className="flex flex-col gap-3">
        {cards.length === 0 ? <p className="text-sm text-muted">{t('similar.none')}</p> : cards}
      </div>
      {browse}
    </aside>
  );
}

/** One line among the fields, whether there are answers or not: what is below it never moves while the user types. */
function FoldedAnswers({ cards, children }: { cards: ReactNode[]; children: ReactNode }) {
  return (
    <aside aria-label={t('similar.title')}>
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-2 text-sm font-medium text-muted">
          <Icon name="bolt" size={16} />
          <span aria-live="polite" className={cards.length > 0 ? 'text-accent-strong' : ''}>
            {cards.length > 0 ? t('similar.counted', { count: cards.length }) : t('similar.title')}
          </span>
          <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-3">
          {cards.length === 0 ? <p className="text-sm text-muted">{t('similar.none')}</p> : cards}
          {children}
        </div>
      </details>
    </aside>
  );
}

interface VerdictProps {
  answer: SimilarTicket;
  onSolved: () => void;
  onNotQuite: () => void;
}

/** The user's verdict on an answer: it ends the report, or makes room for the next answer. */
function Verdict({ answer, onSolved, onNotQuite }: VerdictProps) {
  const title = answer.title ?? t('similar.untitled', { number: answer.number });
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button small icon="check" aria-label={t('solved.thatSolved', { title })} onClick={onSolved}>
        {t('solved.thisSolved')}
      </Button>
      <Button small look="quiet" aria-label={t('solved.thatNotQuite', { title })} onClick={onNotQuite}>
        {t('solved.notQuite')}
      </Button>
    </div>
  );
}
