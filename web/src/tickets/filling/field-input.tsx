import { useQuery } from '@tanstack/react-query';
import { mentionableQuery } from '../../backend/comments.ts';
import type { TicketField } from '../../backend/fields.ts';
import { developersQuery } from '../../backend/people.ts';
import { Input } from '../../design/field.tsx';
import { choicesOf, Select } from '../../design/select.tsx';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { type Filled, localName } from './filling.ts';

interface FieldInputProps {
  field: TicketField;
  /** The id of the ticket, where there is one. */
  ticket?: string | undefined;
  value: Filled | undefined;
  /** Undefined takes the value away. */
  onChange: (value: Filled | undefined) => void;
  isRefused?: boolean | undefined;
  id?: string;
  'aria-describedby'?: string | undefined;
}

const LONGEST = { text: 500, url: 2_000 } as const;

/** The control for a field of any kind. The browser's own pickers serve days and numbers. */
export function FieldInput({ field, ticket, value, onChange, isRefused, ...control }: FieldInputProps) {
  const { kind, options } = field;
  const label = localName(field);
  const of = { ...control, 'aria-label': label, 'aria-invalid': isRefused };
  const none = { value: '', label: t('field.none') };
  if (kind === 'choice' || kind === 'yes_no') {
    const words = [
      { value: 'true', label: t('asked.yes') },
      { value: 'false', label: t('asked.no') },
    ];
    const open = options.filter((option) => !option.archived || option.key === value);
    const choices = kind === 'yes_no' ? words : open.map((entry) => ({ value: entry.key, label: localName(entry) }));
    const chosen = (text: string) => (kind === 'yes_no' ? text === 'true' : text);
    return (
      <Select
        label={label}
        {...control}
        value={value === undefined ? '' : String(value)}
        choices={[none, ...choices]}
        onChoose={(text) => onChange(text === '' ? undefined : chosen(text))}
      />
    );
  }
  if (kind === 'choices')
    return <Options field={field} value={Array.isArray(value) ? value : []} onChange={onChange} />;
  if (kind === 'person')
    return <PersonSelect {...{ label, ticket, onChange }} value={String(value ?? '')} {...control} />;
  if (kind === 'number')
    return (
      <Input
        {...of}
        type="number"
        step="any"
        inputMode="decimal"
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
      />
    );
  return (
    <Input
      {...of}
      type={kind}
      longest={kind === 'date' ? undefined : LONGEST[kind]}
      placeholder={kind === 'url' ? 'https://' : undefined}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

interface OptionsProps {
  field: TicketField;
  value: string[];
  onChange: (value: Filled | undefined) => void;
}

function Options({ field, value, onChange }: OptionsProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="sr-only">{localName(field)}</legend>
      {field.options
        .filter((option) => !option.archived || value.includes(option.key))
        .map((entry) => (
          <label key={entry.key} className="flex min-h-9 items-center gap-2 text-sm max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={value.includes(entry.key)}
              onChange={({ target }) => {
                const next = target.checked ? [...value, entry.key] : value.filter((key) => key !== entry.key);
                onChange(next.length === 0 ? undefined : next);
              }}
            />
            {localName(entry)}
          </label>
        ))}
    </fieldset>
  );
}

interface PersonSelectProps {
  label: string;
  ticket: string | undefined;
  value: string;
  onChange: (value: Filled | undefined) => void;
  id?: string;
}

/** Offers people who may open the ticket; while it is not sent yet, a reporter knows of themselves alone. */
function PersonSelect({ label, ticket, value, onChange, ...control }: PersonSelectProps) {
  const me = useMe();
  const isDeveloper = useIsDeveloper();
  const developers = useQuery({ ...developersQuery, enabled: isDeveloper }).data ?? [];
  const ofTicket = useQuery({ ...mentionableQuery(ticket ?? '', '', false), enabled: ticket !== undefined }).data ?? [];
  const people = new Map([me, ...ofTicket, ...developers].map((person) => [person.id, person]));
  return (
    <Select
      label={label}
      {...control}
      value={value}
      choices={[{ value: '', label: t('field.none') }, ...choicesOf([...people.values()])]}
      onChoose={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}
