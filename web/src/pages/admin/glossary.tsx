import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TeamGlossary } from '../../../../contract/glossary.ts';
import { glossaryQuery, putGlossary } from '../../backend/answers.ts';
import { KwitError } from '../../backend/client.ts';
import { Button } from '../../design/button.tsx';
import { LoadFailed, refusalText, Skeleton } from '../../design/feedback.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Section } from '../../design/page.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { maybeText, t } from '../../texts/texts.ts';

/** Which words mean the same when an answer is looked for. */
export function GlossarySettings() {
  const found = useQuery(glossaryQuery);
  if (found.error && !found.data) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton />;
  return <GlossaryForm glossary={found.data} />;
}

export function GlossaryForm({ glossary }: { glossary: TeamGlossary }) {
  const client = useQueryClient();
  const [text, setText] = useState(glossary.text);
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const put = async (next: string | null) => {
    const saved = await putGlossary(next);
    client.setQueryData(glossaryQuery.queryKey, saved);
    setText(saved.text);
    setProblem(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await put(text);
      toast({ text: t('glossary.saved') });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const putBack = async () => {
    const before = glossary.text;
    try {
      await put(null);
      toast({ text: t('glossary.isBuiltIn'), undo: () => put(before).catch((error) => toastRefusal(error)) });
    } catch (error) {
      toastRefusal(error);
    }
  };
  return (
    <Section title={t('admin.glossary')} count={glossary.entries}>
      <form onSubmit={save} className="flex flex-col gap-4 p-4 md:p-5">
        <p className="text-sm text-muted">{t('glossary.lead')}</p>
        <Field
          label={t('glossary.entries')}
          hint={t(glossary.is_built_in ? 'glossary.isBuiltIn' : 'glossary.isOwn')}
          error={problem === undefined ? undefined : problemText(problem)}
        >
          {(field) => (
            <TextArea
              {...field}
              rows={16}
              spellCheck={false}
              className="max-h-[60vh] font-mono text-sm"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy} disabled={text === glossary.text}>
            {t('action.save')}
          </Button>
          {text !== glossary.text && (
            <Button look="quiet" onClick={() => setText(glossary.text)}>
              {t('action.cancel')}
            </Button>
          )}
          {!glossary.is_built_in && <Button onClick={putBack}>{t('glossary.putBack')}</Button>}
        </div>
      </form>
    </Section>
  );
}

/** Which lines do not count, and why, or else what went wrong. */
function problemText(problem: unknown): string {
  const details = problem instanceof KwitError ? problem.details : [];
  if (details.length === 0) return refusalText(problem);
  const lines = details.map(({ code, message }) => {
    const [, line = '', form = ''] = /^Line (\d+): “(.*)” /.exec(message) ?? [];
    return maybeText(`glossary.${code}`, { line, form }) ?? message;
  });
  return lines.join(' ');
}
