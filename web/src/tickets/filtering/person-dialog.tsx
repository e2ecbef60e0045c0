import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleFoundQuery } from '../../backend/people.ts';
import { Avatar } from '../../design/avatar.tsx';
import { CommandList } from '../../design/command-list.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { t } from '../../texts/texts.ts';
import type { Turning } from './filter-chips.tsx';

const MOST = 20;
const PAUSE_MS = 200;

interface PersonDialogProps extends Turning {
  title?: string;
  /** Whether one may ask for what names nobody. */
  offersNone: boolean;
  /** The id of who is chosen now. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  onClose: () => void;
}

export function PersonDialog(props: PersonDialogProps) {
  const { title = t('commands.whoReported'), offersNone, chosen, onChoose, isTurned, onTurn, onClose } = props;
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), PAUSE_MS);
  const people = useQuery({ ...peopleFoundQuery(settled, MOST), placeholderData: (before) => before }).data ?? [];
  const act = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Dialog onClose={onClose} title={title} hideTitle>
      <CommandList
        label={title}
        placeholder={title}
        empty={t('commands.nothing')}
        onSearch={setText}
        groups={[
          {
            entries: [
              ...(chosen ? [{ id: 'any', name: t('filter.any'), onSelect: act(() => onChoose(undefined)) }] : []),
              ...(offersNone ? [{ id: 'none', name: t('field.none'), onSelect: act(() => onChoose('none')) }] : []),
              ...(onTurn
                ? [
                    {
                      id: 'turn',
                      name: t('filtering.turn'),
                      shown: <Checked name={t('filtering.turn')} isChecked={isTurned === true} />,
                      onSelect: act(onTurn),
                    },
                  ]
                : []),
              ...people.map(({ id, name, avatar_url }) => ({
                id,
                name,
                found: true,
                shown: (
                  <>
                    <Avatar name={name} url={avatar_url} size={20} />
                    <Checked name={name} isChecked={id === chosen} />
                  </>
                ),
                onSelect: act(() => onChoose(id)),
              })),
            ],
          },
        ]}
      />
    </Dialog>
  );
}

const Checked = ({ name, isChecked }: { name: string; isChecked: boolean }) => (
  <>
    <span className="min-w-0 flex-1 truncate">{name}</span>
    {isChecked && <Icon name="check" className="text-accent" />}
  </>
);
