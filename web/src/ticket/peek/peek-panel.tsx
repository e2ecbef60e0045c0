import { Link } from '@tanstack/react-router';
import { useCommands } from '../../commands/registry.ts';
import { buttonClass, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { TicketView } from '../ticket-view.tsx';

export function PeekPanel({ number, onLeave }: { number: number; onLeave: () => void }) {
  useCommands([{ id: 'close panel', label: t('ticket.closePanel'), group: 'ticket', keys: 'escape', run: onLeave }]);
  return (
    <TicketView
      key={number}
      number={number}
      bar={
        <>
          <Link
            to="/t/$number"
            params={{ number: String(number) }}
            className={`${buttonClass('quiet')} px-2!`}
            aria-label={t('ticket.openPage')}
            title={t('ticket.openPage')}
          >
            <Icon name="expand" />
          </Link>
          <IconButton icon="close" label={t('ticket.closePanel')} onClick={onLeave} />
        </>
      }
      narrow
    />
  );
}
