import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery } from '../../backend/fields.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Dialog, DialogBody } from '../../design/dialog.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Field } from '../../design/field.tsx';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog, SelectField } from '../../design/form-dialog.tsx';
import { language, t } from '../../texts/texts.ts';
import { FieldInput } from '../filling/field-input.tsx';
import { applicableFields, type Filled, filledOf, localName } from '../filling/filling.ts';
import { useBulkChange } from './bulk-change.ts';

interface FieldChooserProps {
  tickets: TicketSummary[];
  onClose: () => void;
}

/** Sets one of the fields for which all of the tickets are asked. */
export function FieldChooser({ tickets, onClose }: FieldChooserProps) {
  const fields = useQuery(fieldsQuery).data;
  const changeAll = useBulkChange();
  const [key, setKey] = useState<string>();
  const [typed, setTyped] = useState<{ value: Filled | undefined }>();
  const applicable = tickets.reduce((left, ticket) => applicableFields(left, ticket), fields ?? []);
  const field = applicable.find((candidate) => candidate.key === key) ?? applicable[0];
  const saving = useAttempt(async () => {
    if (field === undefined) return;
    if (await changeAll(tickets, { fields: { [field.key]: value ?? null } })) onClose();
  });
  if (field === undefined)
    return (
      <Dialog onClose={onClose} title={t('bulk.setField')}>
        <DialogBody>{fields && <Empty text={t('bulk.noField')} />}</DialogBody>
      </Dialog>
    );
  const values = new Set(tickets.map((ticket) => JSON.stringify(filledOf(ticket.fields[field.key]))));
  const [same] = tickets;
  const value = typed ? typed.value : values.size === 1 ? filledOf(same?.fields[field.key]) : undefined;
  return (
    <FormDialog onClose={onClose} title={t('bulk.setField')} attempt={saving}>
      <SelectField
        label={t('bulk.whichField')}
        value={field.key}
        choices={applicable.map((entry) => ({ value: entry.key, label: localName(entry) }))}
        onChoose={(next) => {
          setKey(next);
          setTyped(undefined);
        }}
      />
      <Field label={t('bulk.value')} hint={field.help?.[language()]}>
        {({ 'aria-invalid': _, ...control }) => (
          <FieldInput
            key={field.id}
            field={field}
            value={value}
            {...control}
            onChange={(next) => setTyped({ value: next })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
