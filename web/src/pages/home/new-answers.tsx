import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Notice, readNotices } from '../../backend/notices.ts';
import { buttonClass } from '../../design/button.tsx';
import { Section } from '../../design/page.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { NoticeItem, newAnswers } from '../../tickets/noticing/notice-item.tsx';

const ANSWERED_SHOWN = 5;

/** Unread answers. */
export function NewAnswers({ notices }: { notices: readonly Notice[] }) {
  const client = useQueryClient();
  const answers = newAnswers(notices);
  if (answers.length === 0) return null;
  return (
    <Section
      title={t('home.newAnswers')}
      count={answers.length}
      aside={
        <Link to="/inbox" className={buttonClass('quiet', true)}>
          {t('nav.inbox')}
        </Link>
      }
    >
      {answers.slice(0, ANSWERED_SHOWN).map((notice) => (
        <NoticeItem
          key={notice.id}
          notice={notice}
          onMark={() => readNotices(client, [notice.id]).catch(toastRefusal)}
        />
      ))}
    </Section>
  );
}
