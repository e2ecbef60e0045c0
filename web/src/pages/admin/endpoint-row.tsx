import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/form-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';

interface EndpointRowProps {
  of: 'git' | 'webhook';
  name: string;
  /** The lines of the row. */
  children: ReactNode;
  /** Names the log, which unfolds below the row. */
  logName: string;
  log: ReactNode;
  moreLabel: string;
  /** The menu's items beside those for the secret and the removal. */
  items: ReactNode;
  /** Makes a new secret; undefined where the reader may not. */
  rotate: (() => Promise<{ secret: string }>) | undefined;
  remove: () => Promise<unknown>;
  onSecret: (secret: string) => void;
  onChanged: () => void;
}

/** A webhook or a connection to a forge: an address with a secret, and a log of what went there. */
export function EndpointRow(props: EndpointRowProps) {
  const { of, name, children, logName, log, moreLabel, items, rotate, remove, onSecret, onChanged } = props;
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<'delete' | 'rotate'>();
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex min-h-14 items-center gap-x-3 px-4 py-2 max-md:flex-wrap md:px-5">
        <span className="min-w-0 flex-1 max-md:basis-full">{children}</span>
        <Button
          look="quiet"
          small
          className="max-md:-ml-2.5 max-md:mr-auto"
          icon={open ? 'down' : 'right'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {logName}
        </Button>
        <Menu align="end" label={name} trigger={<IconButton icon="more" small label={moreLabel} />}>
          {items}
          {rotate && (
            <MenuItem icon="lock" onSelect={() => setAsking('rotate')}>
              {t(`${of}.rotate`)}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon="trash" danger onSelect={() => setAsking('delete')}>
            {t('action.delete')}
          </MenuItem>
        </Menu>
      </div>
      {open && log}
      {asking && (
        <Confirm
          title={t(asking === 'delete' ? `${of}.deleteTitle` : `${of}.rotate`)}
          effect={t(`${of}.${asking}Effect`)}
          action={t(asking === 'delete' ? 'action.delete' : `${of}.rotate`)}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            if (asking === 'delete') await remove();
            else if (rotate) onSecret((await rotate()).secret);
            onChanged();
          }}
        />
      )}
    </li>
  );
}
