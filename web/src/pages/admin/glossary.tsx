import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TeamGlossary } from '../../../../contract/glossary.ts';
import { glossaryQuery, putGlossary } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';
import type { GlossaryRow } from './glossary-entries.ts';
import { GlossaryRows } from './glossary-rows.tsx';
import { GlossaryText } from './glossary-text.tsx';

/** Which words mean the same when an answer is looked for. */
export function GlossarySettings() {
  const found = useQuery(glossaryQuery);
  if (found.error && !found.data) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton />;
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
