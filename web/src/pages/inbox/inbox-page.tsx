import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readAllNotices, unreadNotices, unreadQuery } from '../../backend/notices.ts';
import { useCommands } from '../../commands/registry.ts';
import { Button } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx';
import { NoticeList } from './notice-list.tsx';
import { useNotices } from './notices.ts';

/** What others did that concerns the user, unread first. */
export const InboxPage = () => (
  <WithPeek>
    <Inbox />
  </WithPeek>
);

function Inbox() {
  const { notices, error, refetch, more } = useNotices(usePeek().peek);
  const unread = useQuery(unreadQuery).data ?? 0;
  const readAll = useReadAll();
  useCommands([{ id: 'read all', label: t('inbox.readAll'), group: 'list', keys: 'shift+e', run: readAll }]);
  return (
    <>
      <PageHeader title={t('nav.inbox')} count={unread > 0 ? String(unread) : undefined}>
        <Button look="quiet" small icon="check" disabled={unread === 0} onClick={readAll}>
          {t('inbox.readAll')}
        </Button>
      </PageHeader>
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!error && !notices && <Skeleton lines={8} />}
      {notices?.length === 0 && <Empty text={t('inbox.empty')} />}
      {notices && notices.length > 0 && <NoticeList notices={notices} onEnd={more} />}
    </>
  );
}

function useReadAll() {
  const client = useQueryClient();
  return async () => {
    try {
      const ids = await readAllNotices(client);
      if (ids.length === 0) return;
      toast({
        text: t('inbox.done', { count: ids.length }),
        undo: () => unreadNotices(client, ids).catch(toastRefusal),
      });
    } catch (error) {
      toastRefusal(error);
    }
  };
}
