import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTicket } from '../../backend/change-ticket.ts';
import { addLabel, labelsQuery, type TicketLabel } from '../../backend/labels.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { CommandList, type Entry } from '../../design/command-list.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { foldText } from '../../texts/fold.ts';
import { t } from '../../texts/texts.ts';
import { LabelSign } from '../showing/label-tags.tsx';

const byName = (a: TicketLabel, b: TicketLabel): number => a.name.localeCompare(b.name);

/** Labels of one ticket or of several: each is put on, or taken off, at once; a name that is new makes one. */
export function LabelChooser({ tickets, onClose }: { tickets: TicketSummary[]; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const all = useQuery(labelsQuery).data ?? [];
  const [sets, setSets] = useState(new Map(tickets.map(({ id, labels = [] }) => [id, labels])));
  const have = ({ id }: TicketLabel) => [...sets.values()].filter((set) => set.some((label) => label.id === id)).length;

  const toggle = (label: TicketLabel) => {
    const isOn = have(label) < tickets.length;
    for (const ticket of tickets) {
      const before = sets.get(ticket.id) ?? [];
      const others = before.filter(({ id }) => id !== label.id);
      if (isOn && others.length < before.length) continue;
      const { id, name, color } = label;
      const labels = isOn ? [...others, { id, name, color }].sort(byName) : others;
      setSets((now) => new Map(now).set(ticket.id, labels));
      changeTicket(client, ticket, { labels: labels.map((one) => one.id) }, { labels })
        .catch((error) => {
          setSets((now) => new Map(now).set(ticket.id, before));
          toastRefusal(error, `#${ticket.number}`);
        })
        .finally(() => client.invalidateQueries({ queryKey: labelsQuery.queryKey }));
    }
  };
  const make = async (name: string) => {
    try {
      const label = await addLabel({ name });
      client.setQueryData(labelsQuery.queryKey, [...all, label].sort(byName));
      toggle(label);
    } catch (error) {
      toastRefusal(error);
    }
  };

  const offered = all.filter(
    (label) =>
      have(label) > 0 ||
      (!label.archived && tickets.every((one) => label.project_id === null || label.project_id === one.project_id)),
  );
  const typed = text.trim();
  const isNew = typed !== '' && !/[,|]/.test(typed) && !all.some(({ name }) => foldText(name) === foldText(typed));
  const entries = offered.map((label): Entry => {
    const count = have(label);
    return {
      id: label.id,
      name: label.name,
      shown: (
        <>
          <LabelSign color={label.color} />
          <span className="min-w-0 flex-1 truncate">{label.name}</span>
          {count > 0 && count < tickets.length && (
            <span className="text-xs text-muted tabular-nums">{`${count}/${tickets.length}`}</span>
          )}
          {count === tickets.length && (
            <>
              <span className="sr-only">{t('labels.isOn')}</span>
              <Icon name="check" className="text-accent" />
            </>
          )}
        </>
      ),
      onSelect: () => toggle(label),
    };
  });
  const making: Entry = {
    id: 'new',
    name: t('labels.make', { name: typed }),
    found: true,
    onSelect: () => make(typed),
  };
  return (
    <Dialog open onClose={onClose} title={t('field.labels')} hideTitle>
      <CommandList
        label={t('field.labels')}
        placeholder={t('labels.type')}
        empty={t('labels.none')}
        groups={[{ entries: isNew ? [...entries, making] : entries }]}
        onSearch={setText}
      />
    </Dialog>
  );
}
