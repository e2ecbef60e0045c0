import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CATEGORIES, PRIORITIES } from '../../../../../contract/words.ts';
import { teamsQuery } from '../../../backend/access.ts';
import { everyProjectQuery } from '../../../backend/projects.ts';
import { type AnswerTarget, calendarsQuery } from '../../../backend/promises.ts';
import { Switch } from '../../../design/field.tsx';
import { NotReady, useAttempt } from '../../../design/form.tsx';
import { FormDialog, InputField, SelectField } from '../../../design/form-dialog.tsx';
import { choicesOf } from '../../../design/select.tsx';
import { editableNumber } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

const MOST_MINUTES = 525_600;

interface TargetFormProps {
  target: AnswerTarget;
  onSave: (target: AnswerTarget) => void;
  onClose: () => void;
}

export function TargetForm({ target, onSave, onClose }: TargetFormProps) {
  const calendars = useQuery(calendarsQuery).data ?? [];
  const projects = useQuery(everyProjectQuery).data ?? [];
  const teams = useQuery(teamsQuery).data ?? [];
  const [draft, setDraft] = useState({ ...target, calendar_id: target.calendar_id || (calendars[0]?.id ?? '') });
  const [hours, setHours] = useState(editableNumber(target.minutes / 60));
  const { condition } = draft;
  const set = (change: Partial<AnswerTarget>) => setDraft({ ...draft, ...change });
  /** Nothing chosen leaves the condition out. */
  const demand = (name: keyof AnswerTarget['condition'], value: string) => {
    const { [name]: _, ...others } = condition;
    set({ condition: value === '' ? others : { ...others, [name]: value } });
  };
  const saving = useAttempt(async () => {
    const minutes = Math.round(Number(hours.replace(',', '.')) * 60);
    if (!(minutes >= 1 && minutes <= MOST_MINUTES)) throw new NotReady(t('promises.hoursWrong'));
    onSave({ ...draft, minutes });
  });
  const any = { value: '', label: t('promises.any') };
  return (
    <FormDialog
      onClose={onClose}
      title={t(target.id === '' ? 'promises.newTarget' : 'promises.target')}
      submit={t('promises.putInList')}
      attempt={saving}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('field.priority')}
          value={condition.priority ?? ''}
          choices={[any, ...PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))]}
          onChoose={(value) => demand('priority', value)}
        />
        <SelectField
          label={t('field.category')}
          value={condition.category ?? ''}
          choices={[any, ...CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))]}
          onChoose={(value) => demand('category', value)}
        />
        <SelectField
          label={t('field.project')}
          value={condition.project_id ?? ''}
          choices={[any, ...choicesOf(projects)]}
          onChoose={(value) => demand('project_id', value)}
        />
        <SelectField
          label={t('field.team')}
          value={condition.team_id ?? ''}
          choices={[any, ...choicesOf(teams)]}
          onChoose={(value) => demand('team_id', value)}
        />
        <InputField
          name="targets"
          label={t('promises.hours')}
          required
          inputMode="decimal"
          value={hours}
          onChange={setHours}
        />
        <SelectField
          label={t('promises.calendar')}
          value={draft.calendar_id}
          choices={choicesOf(calendars)}
          onChoose={(calendar_id) => set({ calendar_id })}
        />
      </div>
      <Switch
        label={t('promises.promised')}
        hint={t('promises.promisedHint')}
        checked={draft.promised}
        onChange={(promised) => set({ promised })}
      />
    </FormDialog>
  );
}
