import type { TicketField } from '../../backend/fields.ts';
import { Field } from '../../design/field.tsx';
import { language, t } from '../../texts/texts.ts';
import { FieldInput } from './field-input.tsx';
import { type Filled, localName } from './filling.ts';

interface AskedInputsProps {
  /** The id of the ticket, where there is one. */
  ticket?: string;
  fields: readonly TicketField[];
  values: Readonly<Record<string, Filled>>;
  onChange: (values: Record<string, Filled>) => void;
  /** Whether somebody has tried to send: what is needed and missing then stands out. */
  insist: boolean;
}

const placeOf = ({ key }: TicketField): string => `asked-${key}`;

/** Puts the focus into a field that the form asks for, in the middle of the window. */
export function focusAsked(field: TicketField): void {
  const place = document.getElementById(placeOf(field));
  place?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}

/** A control for each field that a form asks for, with its help beside it. */
export function AskedInputs({ ticket, fields, values, onChange, insist }: AskedInputsProps) {
  if (fields.length === 0) return null;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {fields.map((field) => {
        const value = values[field.key];
        const isMissing = insist && field.needed && value === undefined;
        return (
          <div key={field.id} id={placeOf(field)}>
            <Field
              label={[localName(field), ...(field.unit === null ? [] : [`(${field.unit})`])].join(' ')}
              hint={field.help?.[language()]}
              optional={field.needed ? undefined : t('field.optional')}
              error={isMissing ? t('asked.needed') : undefined}
            >
              {({ 'aria-invalid': _, ...control }) => (
                <FieldInput
                  field={field}
                  ticket={ticket}
                  value={value}
                  {...control}
                  onChange={(next) => {
                    const { [field.key]: __, ...others } = values;
                    onChange(next === undefined ? others : { ...others, [field.key]: next });
                  }}
                />
              )}
            </Field>
          </div>
        );
      })}
    </div>
  );
}
