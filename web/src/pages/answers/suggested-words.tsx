import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SuggestionChoice, WordSuggestion } from '../../../../contract/word-suggestions.ts';
import { chooseSuggestion, suggestionsQuery } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { useAct } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';

const CHOICES = ['found_by', 'glossary', 'dropped'] as const;

/** Words that several people said for an answer that lacks them: nothing is learnt before somebody takes them. */
export function SuggestedWords() {
  const words = useQuery(suggestionsQuery).data ?? [];
  return (
    <Section title={t('review.suggested')} count={words.length}>
      {words.length === 0 && <Empty text={t('review.suggestedNone')} />}
      <ul>
        {words.map((word) => (
          <SuggestionLine key={word.id} suggestion={word} />
        ))}
      </ul>
    </Section>
  );
}

function SuggestionLine({ suggestion: { id, words, means, seen, answer_id } }: { suggestion: WordSuggestion }) {
  const client = useQueryClient();
  const { act, busy } = useAct(async (to: SuggestionChoice['to']) => {
    await chooseSuggestion(id, to);
    await client.invalidateQueries({ queryKey: ['answers'] });
  });
  return (
    <li className="border-b border-line px-4 py-3 text-sm last:border-b-0 md:px-5">
      <Link to="/answers/$id" params={{ id: answer_id }} className="font-semibold wrap-break-word hover:underline">
        {words} → {means}
      </Link>
      <p className="text-xs text-muted">{t('review.saidBy', { count: seen })}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        {CHOICES.map((to) => (
          <Button key={to} look="quiet" small disabled={busy} onClick={() => act(to)}>
            {t(`review.to.${to}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}
