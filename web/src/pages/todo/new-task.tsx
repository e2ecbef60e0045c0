import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createTask } from '../../backend/tasks.ts';
import { Button } from '../../design/button.tsx';
import { Input } from '../../design/field.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';

const SHORTEST = 3;

export function NewTask() {
  const client = useQueryClient();
  const [title, setTitle, clear] = useDraft(`task.${useMe().id}`, '');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim().length < SHORTEST) return;
    setBusy(true);
    try {
      await createTask({ title: title.trim() });
      clear();
      await client.invalidateQueries({ queryKey: ['tasks'] });
    } catch (error) {
      toastRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex gap-2 border-b border-line p-3 md:px-5">
      <Input
        aria-label={t('todo.new')}
        placeholder={t('todo.new')}
        longest={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        className="h-9"
      />
      <Button type="submit" look="primary" icon="plus" busy={busy} disabled={title.trim().length < SHORTEST}>
        {t('todo.add')}
      </Button>
    </form>
  );
}
