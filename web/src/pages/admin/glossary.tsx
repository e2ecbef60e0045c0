import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamGlossary } from '../../../../contract/glossary.ts';
import { glossaryQuery, putGlossary } from '../../backend/answers.ts';
import { KwitError } from '../../backend/client.ts';
import { Button } from '../../design/button.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Form } from '../../design/form.tsx';
import { TextAreaField } from '../../design/form-fields.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { maybeText, t } from '../../texts/texts.ts';
import type { GlossaryRow } from './glossary-entries.ts';
import { GlossaryRows } from './glossary-rows.tsx';

/** Which words mean the same when an answer is looked for. */
export function GlossarySettings() {
  const found = useQuery(glossaryQuery);
  if (!found.data) return <Pending query={found} />;
  return <GlossarySection glossary={found.data} />;
}

function GlossarySection({ glossary }: { glossary: TeamGlossary }) {
  const client = useQueryClient();
  const put = async (text: string | null) => {
    client.setQueryData(glossaryQuery.queryKey, await putGlossary(text));
  };
  const save = async (text: string) => {
    await put(text);
    toast({ text: t('glossary.saved') });
  };
  const before = glossary.is_built_in ? null : glossary.text;
  /** Puts a text that needs no look before it, and offers to undo that. */
  const putAtOnce = async (text: string | null, message: string) => {
    try {
      await put(text);
      toast({ text: message, undo: () => put(before).catch((error) => toastRefusal(error)) });
    } catch (error) {
      toastRefusal(error);
    }
  };
  const remove = ({ word }: GlossaryRow, text: string) => putAtOnce(text, t('glossary.removed', { word }));
  return (
    <Section
      title={t('admin.glossary')}
      count={glossary.entries}
      aside={
        !glossary.is_built_in && (
          <Button look="quiet" small onClick={() => putAtOnce(null, t('glossary.isBuiltIn'))}>
            {t('glossary.putBack')}
          </Button>
        )
      }
    >
      <p className="px-4 pt-3 text-sm text-muted md:px-5">
        {t('glossary.lead')} {t(glossary.is_built_in ? 'glossary.isBuiltIn' : 'glossary.isOwn')}
      </p>
      <GlossaryRows text={glossary.text} onPut={save} onRemove={remove} />
      <GlossaryText text={glossary.text} onPut={save} />
    </Section>
  );
}

interface GlossaryTextProps {
  text: string;
  /** Puts another text in its place. Rejects where the service refuses it. */
  onPut: (text: string) => Promise<void>;
}

/** The whole glossary as one text, folded: for many entries at once, and for notes. */
function GlossaryText({ text, onPut }: GlossaryTextProps) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const end = () => {
    setDraft(undefined);
    setProblem(undefined);
  };
  const submit = async () => {
    if (draft === undefined) return;
    setBusy(true);
    try {
      await onPut(draft);
      end();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <details className="group px-4 py-2 md:px-5">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="down" size={16} className="group-open:rotate-180" />
        {t('glossary.many')}
      </summary>
      <Form onSubmit={submit} className="flex flex-col gap-3 py-2">
        <TextAreaField
          label={t('glossary.entries')}
          hint={t('glossary.manyHint')}
          error={problem === undefined ? undefined : problemText(problem)}
          rows={16}
          spellCheck={false}
          className="max-h-[60vh] font-mono text-sm"
          value={draft ?? text}
          onChange={setDraft}
        />
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={busy} disabled={draft === undefined || draft === text}>
            {t('action.save')}
          </Button>
          {draft !== undefined && draft !== text && (
            <Button look="quiet" onClick={end}>
              {t('action.cancel')}
            </Button>
          )}
        </div>
      </Form>
    </details>
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
