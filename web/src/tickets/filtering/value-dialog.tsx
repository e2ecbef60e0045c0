import { useState } from 'react';
import { isRanged } from '../../../../contract/field-words.ts';
import type { TicketField } from '../../backend/fields.ts';
import { Field, Input, Switch } from '../../design/field.tsx';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { t } from '../../texts/texts.ts';

interface ValueDialogProps {
  kind: TicketField['kind'];
  title: string;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
  onClose: () => void;
}

/** The dialog asks for what a field says: a whole text, a number or a day between two ends, or nothing. Nothing typed asks for anything. */
export function ValueDialog({ kind, title, value, onChoose, onClose }: ValueDialogProps) {
  const isRange = isRanged(kind);
  const [isNone, setNone] = useState(value === 'none');
  const [ends, setEnds] = useState(() => endsOf(isNone ? '' : (value ?? ''), isRange));
  const choosing = useAttempt(async () => {
    onClose();
    const typed = isRange ? rangeFrom(ends) : ends[0].trim();
    onChoose(isNone ? 'none' : typed || undefined);
  });
  const type = isRange ? kind : 'text';
  const labels = isRange ? [t('filtering.from'), t('filtering.to')] : [t('filtering.says')];
  return (
    <FormDialog title={title} onClose={onClose} attempt={choosing} submit={t('filtering.apply')}>
      {labels.map((label, end) => (
        <Field key={label} label={label}>
          {(described) => (
            <Input
              {...described}
              type={type}
              step="any"
              disabled={isNone}
              value={ends[end] ?? ''}
              onChange={({ target }) => setEnds(end === 0 ? [target.value, ends[1]] : [ends[0], target.value])}
            />
          )}
        </Field>
      ))}
      <Switch label={t('filtering.nothing')} checked={isNone} onChange={setNone} />
    </FormDialog>
  );
}

type Ends = readonly [from: string, to: string];

function endsOf(value: string, isRange: boolean): Ends {
  if (!isRange) return [value, ''];
  const [from = '', to = from] = value.split('..');
  return [from, to];
}

const rangeFrom = ([from, to]: Ends): string => (from === to ? from : `${from}..${to}`);
