import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { enqueue, hasPendingChange } from '../../../backend/change-queue.ts';
import type { Page } from '../../../backend/client.ts';
import { changePerson, type ListedUser, PEOPLE_PAGES } from '../../../backend/people.ts';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { useMe } from '../../../session/me.ts';
import { t } from '../../../texts/texts.ts';

type Change = { role: ListedUser['role'] } | { is_active: boolean };

/** Changes a person: at once on the page, with Undo, and back when the service refuses. */
export function useChangePerson(person: ListedUser) {
  const client = useQueryClient();
  const me = useMe();
  const changedBy = (wanted: Change) => (one: ListedUser) => (one.id === person.id ? { ...one, ...wanted } : one);
  const change = async (wanted: Change, before?: Change): Promise<void> => {
    client.setQueriesData<InfiniteData<Page<ListedUser>>>(
      { queryKey: PEOPLE_PAGES },
      (list) =>
        list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(changedBy(wanted)) })) },
    );
    try {
      await enqueue(person.id, () => changePerson(person.id, wanted));
      toast({ text: sentence(person.name, wanted), ...(before ? { undo: () => change(before) } : {}) });
    } catch (error) {
      toastRefusal(error, person.name);
    }
    if (!hasPendingChange(person.id)) client.invalidateQueries({ queryKey: ['people'] });
    client.invalidateQueries({ queryKey: ['audit'] });
    if (person.id === me.id) client.invalidateQueries({ queryKey: ['me'] });
  };
  return {
    setRole: (role: ListedUser['role']) => change({ role }, { role: person.role }),
    setActive: (is_active: boolean) => change({ is_active }, { is_active: person.is_active }),
  };
}

function sentence(name: string, wanted: Change): string {
  if ('role' in wanted) return t('account.changed', { name, role: t(`role.${wanted.role}`) });
  return t(wanted.is_active ? 'account.activated' : 'account.deactivated', { name });
}
