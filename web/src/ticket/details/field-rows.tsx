import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fieldsQuery, type TicketField } from '../../backend/fields.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { t } from '../../texts/texts.ts';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { FieldInput } from '../../tickets/filling/field-input.tsx';
import { applicableFields, type Filled, filledOf, localName, valueText } from '../../tickets/filling/filling.ts';
import { DetailRow } from './row.tsx';

/** Values of the fields of a ticket's category and project; empty ones for people who may fill them in. */
export function FieldRows({ ticket, className }: { ticket: TicketDetail; className: string }) {
  const fields = useQuery(fieldsQuery).data ?? [];
  const applicable = applicableFields(fields, ticket);
  const rows = fields.filter((field) => field.key in ticket.fields || (applicable.includes(field) && ticket.can.edit));
  return rows.map((field) => (
    <DetailRow key={field.id} label={localName(field)}>
      <Value {...{ field, ticket, className }} canEdit={applicable.includes(field) && mayFill(ticket, field)} />
    </DetailRow>
  ));
}

/** Its reporter fills in what is asked at the report, who works on it everything. */
const mayFill = ({ can }: TicketDetail, { ask }: TicketField): boolean => can.plan || (can.edit && ask === 'report');

interface ValueProps {
  field: TicketField;
  ticket: TicketDetail;
  className: string;
  canEdit: boolean;
}

function Value({ field, ticket, className, canEdit }: ValueProps) {
  const change = useChangeTicket();
  const [typed, setTyped] = useState<{ value: Filled | undefined; isRefused?: boolean }>();
  const place = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasIn = useRef(false);
  const isOpen = typed !== undefined;
  // A choice is made at once; what is typed is saved when the user leaves it.
  const isChosen = field.kind === 'choice' || field.kind === 'yes_no' || field.kind === 'person';
  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    else if (wasIn.current) button.current?.focus();
  }, [isOpen]);
  const value = ticket.fields[field.key];
  const shown = value === undefined ? <Missing isNeeded={ticket.lacks.includes(field.key)} /> : valueText(field, value);
  const save = async (next: Filled | undefined) => {
    // The browser gives what it cannot read as empty.
    const isUnread = place.current?.querySelector('input:invalid') != null;
    const isSame = JSON.stringify(next) === JSON.stringify(filledOf(value));
    const isSaved = !isUnread && (isSame || (await change(ticket, { fields: { [field.key]: next ?? null } })));
    if (isSaved || isChosen) leave();
    else setTyped((now) => now && { ...now, isRefused: true });
  };
  const leave = () => {
    // A person who is still there goes on from there; others have gone elsewhere.
    wasIn.current = place.current?.contains(document.activeElement) ?? false;
    setTyped(undefined);
  };
  if (!canEdit) {
    if (field.kind === 'url' && typeof value === 'string')
      return (
        <a href={value} rel="noreferrer" target="_blank" className={className}>
          <span className="truncate">{value}</span>
        </a>
      );
    return <span className={className}>{shown}</span>;
  }
  if (typed === undefined)
    return (
      <button
        type="button"
        ref={button}
        className={`${className} hover:bg-hover`}
        onClick={() => setTyped({ value: filledOf(value) })}
      >
        <span className="sr-only">{localName(field)}: </span>
        <span className="line-clamp-2 text-left wrap-anywhere">{shown}</span>
      </button>
    );
  return (
    <fieldset
      ref={place}
      aria-label={localName(field)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !isChosen && !currentTarget.contains(relatedTarget) && save(typed.value)
      }
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
        if (key === 'Enter' && !isChosen) save(typed.value);
      }}
    >
      <FieldInput
        field={field}
        ticket={ticket.id}
        value={typed.value}
        isRefused={typed.isRefused}
        onChange={(next) => (isChosen ? save(next) : setTyped({ value: next }))}
      />
    </fieldset>
  );
}

const Missing = ({ isNeeded }: { isNeeded: boolean }) => (
  <span className={isNeeded ? 'text-warning' : 'text-muted'}>{t(isNeeded ? 'asked.lacks' : 'field.none')}</span>
);
