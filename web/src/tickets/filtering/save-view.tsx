import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createView, deleteView, type SavedView, type ViewPage, viewsQuery } from '../../backend/views.ts';
import { Button } from '../../design/button.tsx';
import { useAct, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { undoOf } from '../changing/undo.ts';

/** Saves the current address as a view, or removes the view that it is. */
export function SaveView({ page, query }: { page: ViewPage; query: string }) {
  const client = useQueryClient();
  const { data: views = [], isError } = useQuery(viewsQuery);
  const [naming, setNaming] = useState(false);
  const sameView = views.find((view) => view.page === page && view.query === query);
  const forget = useAct(
    async (view: SavedView) => {
      const removed = await deleteView(view.id);
      toast({ text: t('views.removed', { name: view.name }), ...undoOf(client, removed) });
    },
    ['views'],
  );
  const again = async (view: { name: string }) => {
    await createView({ name: view.name, page, query });
    client.invalidateQueries({ queryKey: ['views'] });
  };
  if (sameView) {
    return (
      <Button look="quiet" small icon="bookmark" title={t('views.remove')} onClick={() => forget.act(sameView)}>
        <span className="filter-bar-label">{t('views.remove')}</span>
      </Button>
    );
  }
  if (isError) return null;
  return (
    <>
      <Button
        look="quiet"
        small
        icon="bookmark"
        title={t('views.save')}
        // Keeps its room while there is nothing to save, so that nothing moves.
        className={query === '' ? 'invisible max-md:hidden' : undefined}
        onClick={() => setNaming(true)}
      >
        <span className="filter-bar-label">{t('views.save')}</span>
      </Button>
      {naming && <NameDialog onClose={() => setNaming(false)} onName={(name) => again({ name })} />}
    </>
  );
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const saving = useAttempt(async () => {
    if (!name.trim()) return;
    await onName(name.trim());
    onClose();
  });
  return (
    <FormDialog onClose={onClose} title={t('views.save')} disabled={!name.trim()} attempt={saving}>
      <InputField
        name="name"
        label={t('views.name')}
        hint={t('views.hint')}
        autoFocus
        longest={80}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
