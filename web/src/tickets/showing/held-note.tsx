import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { heldMailsQuery } from '../../backend/mail-in.ts';
import { Icon } from '../../design/icon.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';

/** That mails wait for a decision, with the way there. @param ticket of which; all of them when it is left out. */
export function HeldNote({ ticket }: { ticket?: number }) {
  const isDeveloper = useIsDeveloper();
  const held = useQuery({ ...heldMailsQuery, enabled: isDeveloper }).data ?? [];
  const some = held.filter(({ ticket_number }) => ticket === undefined || ticket_number === ticket);
  const [first] = some;
  if (first === undefined) return null;
  return (
    <p className="flex items-center gap-3 rounded-xl bg-warning-soft px-4 py-2 text-sm text-warning">
      <Icon name="mail" size={16} />
      <Link
        to="/admin/$section"
        params={{ section: 'mail-in' }}
        search={{ entry: first.id }}
        className="font-medium underline underline-offset-2"
      >
        {t('nav.held', { count: some.length })}
      </Link>
    </p>
  );
}
