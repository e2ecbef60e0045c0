import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { type AnswerTarget, calendarsQuery, putTargets, targetsQuery } from '../../../backend/promises.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { Empty } from '../../../design/feedback.tsx';
import { Menu, MenuItem } from '../../../design/menu.tsx';
import { Section } from '../../../design/page.tsx';
import { Pending } from '../../../design/pending.tsx';
import { MoveItems, SortableRow, useSortable } from '../../../design/sortable.tsx';
import { t } from '../../../texts/texts.ts';
import { openTime } from '../../../tickets/showing/answer-due.tsx';
import { useCondition } from '../../../tickets/showing/target-condition.ts';
import { ChangePreview } from './change-preview.tsx';
import { TargetForm } from './target-form.tsx';

/** A line that has not been saved yet has this instead of an id. */
const NEW = 'new';
const BLANK: AnswerTarget = {
  ...{ id: '', condition: {}, minutes: 480, calendar_id: '', promised: false, is_active: true },
};

/** The targets in order. What is changed is kept together, and saved once somebody has seen what that would change. */
export function Targets() {
  const stored = useQuery(targetsQuery);
  const hasCalendar = (useQuery(calendarsQuery).data?.length ?? 0) > 0;
  const client = useQueryClient();
  const [draft, setDraft] = useState<AnswerTarget[]>();
  const [edited, setEdited] = useState<AnswerTarget>();
  const [asking, setAsking] = useState(false);
  const condition = useCondition();
  const all = draft ?? stored.data?.targets ?? [];
  const { said, row } = useSortable(all, condition, setDraft);
  const drafts = all.map(({ id, ...target }) => (id.startsWith(NEW) ? target : { ...target, id }));
  const change = (target: AnswerTarget) => setDraft(all.map((item) => (item.id === target.id ? target : item)));
  const add = hasCalendar && (
    <Button small icon="plus" onClick={() => setEdited({ ...BLANK, id: '' })} data-reach="new-target" data-opens>
      {t('promises.newTarget')}
    </Button>
  );
  return (
    <Section title={t('promises.targets')} count={stored.data && all.length} aside={all.length > 0 && add}>
      {said}
      {!stored.data && <Pending query={stored} />}
      {stored.data && all.length === 0 && (
        <Empty text={t(hasCalendar ? 'promises.targetsLead' : 'promises.calendarFirst')} action={add} />
      )}
      <ol>
        {all.map((target, at) => (
          <TargetRow
            key={target.id}
            target={target}
            name={condition(target)}
            sorted={row(target, at)}
            onEdit={() => setEdited(target)}
            onChange={change}
            onRemove={() => setDraft(all.filter((candidate) => candidate !== target))}
          />
        ))}
      </ol>
      {draft && (
        <div role="status" className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          <span className="mr-auto text-sm text-muted">{t('promises.unsaved')}</span>
          <Button look="quiet" onClick={() => setDraft(undefined)}>
            {t('action.discard')}
          </Button>
          <Button look="primary" onClick={() => setAsking(true)}>
            {t('promises.toChanges')}
          </Button>
        </div>
      )}
      {edited && (
        <TargetForm
          target={edited}
          onClose={() => setEdited(undefined)}
          onSave={(target) => {
            if (target.id === '') setDraft([...all, { ...target, id: `${NEW} ${all.length} ${Date.now()}` }]);
            else change(target);
            setEdited(undefined);
          }}
        />
      )}
      {asking && stored.data && (
        <ChangePreview
          trial={{ targets: drafts }}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await putTargets(drafts, stored.data.version);
            await client.invalidateQueries({ queryKey: targetsQuery.queryKey });
            client.invalidateQueries({ queryKey: ['tickets'] });
            setDraft(undefined);
            setAsking(false);
          }}
        />
      )}
    </Section>
  );
}

interface TargetRowProps {
  target: AnswerTarget;
  name: string;
  sorted: ComponentProps<typeof SortableRow>['sorted'];
  onEdit: () => void;
  onChange: (target: AnswerTarget) => void;
  onRemove: () => void;
}

function TargetRow({ target, name, sorted, onEdit, onChange, onRemove }: TargetRowProps) {
  const calendar = useQuery(calendarsQuery).data?.find(({ id }) => id === target.calendar_id)?.name;
  const facts = [
    t('promises.within', { time: openTime(target.minutes) }),
    ...(calendar === undefined ? [] : [calendar]),
    ...(target.promised ? [t('promises.isPromised')] : []),
    ...(target.is_active ? [] : [t('promises.isOff')]),
  ];
  return (
    <SortableRow sorted={sorted}>
      <span className="w-5 shrink-0 text-right text-sm text-muted tabular-nums">{sorted.at + 1}</span>
      <button data-handle type="button" onClick={onEdit} className="min-h-11 min-w-0 flex-1 text-left">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-sm text-muted md:truncate">{facts.join(' · ')}</span>
      </button>
      <Menu
        align="end"
        label={t('promises.more', { name })}
        trigger={<IconButton icon="more" small label={t('promises.more', { name })} />}
      >
        <MenuItem icon="edit" onSelect={onEdit}>
          {t('action.edit')}
        </MenuItem>
        <MoveItems sorted={sorted} />
        <MenuItem onSelect={() => onChange({ ...target, is_active: !target.is_active })}>
          {t(target.is_active ? 'promises.turnOff' : 'promises.turnOn')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={onRemove}>
          {t('action.delete')}
        </MenuItem>
      </Menu>
    </SortableRow>
  );
}
