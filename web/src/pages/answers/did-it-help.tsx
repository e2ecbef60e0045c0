import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, answerQuery, rateAnswer } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';

interface DidItHelpProps {
  answer: Answer;
  /** The reporter came here to say so: the buttons stand out. */
  insist?: boolean;
}

/** Asks whether an answer helped. Only a click says so, and the last one counts. */
export function DidItHelp({ answer, insist = false }: DidItHelpProps) {
  const client = useQueryClient();
  const [said, setSaid] = useState<boolean>();
  const say = async (helped: boolean) => {
    const before = said;
    setSaid(helped);
    try {
      const counts = await rateAnswer(answer.id, helped);
      client.setQueryData(answerQuery(answer.id).queryKey, (old) => old && { ...old, ...counts });
      client.invalidateQueries({ queryKey: ['answers'], refetchType: 'none' });
    } catch (error) {
      setSaid(before);
      toastRefusal(error);
    }
  };
  return (
    <section aria-label={t('answers.didItHelp')} className="flex flex-wrap items-center gap-3">
      <h2 className={insist ? 'w-full text-lg font-semibold' : 'font-medium'}>
        {t(insist ? 'answers.didItSolve' : 'answers.didItHelp')}
      </h2>
      <Button
        icon="check"
        look={insist && said === undefined ? 'primary' : 'plain'}
        aria-pressed={said === true}
        onClick={() => say(true)}
        className="aria-pressed:border-transparent aria-pressed:bg-success-soft aria-pressed:text-success"
      >
        {t('answers.yes')}
      </Button>
      <Button
        aria-pressed={said === false}
        onClick={() => say(false)}
        className="aria-pressed:border-transparent aria-pressed:bg-warning-soft aria-pressed:text-warning"
      >
        {t('answers.no')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {said !== undefined && t('answers.thanks')}
      </p>
    </section>
  );
}
