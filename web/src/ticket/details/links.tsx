import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { REFERENCE_TYPES, SAID_TYPES } from '../../../../contract/words.ts';
import { enqueue } from '../../backend/change-queue.ts';
import {
  addReference,
  type ExternalReference,
  type RelatedTicket,
  relate,
  removeReference,
  unrelate,
} from '../../backend/links.ts';
import type { Status, TicketDetail } from '../../backend/tickets.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { NotReady, useAct, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField, SelectField } from '../../design/form-dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { StatusSign } from '../../tickets/showing/status.tsx';

export const hasLinks = ({ related_tickets, external_references }: TicketDetail): boolean =>
  related_tickets.length + external_references.length > 0;

/** The links of a ticket to others and elsewhere, when there are any. */
export function Links({ ticket }: { ticket: TicketDetail }) {
  const [adding, setAdding] = useState(false);
  const { related_tickets: related, external_references: references } = ticket;
  const { act: remove } = useAct(
    (work: () => Promise<unknown>) => enqueue(ticket.id, work),
    ['tickets', 'detail', ticket.number],
  );
  if (!hasLinks(ticket)) return null;
  return (
    <section aria-label={t('links.title')}>
      <div className="mb-2 flex items-center gap-2">
        <h2 className="text-sm font-semibold text-muted">{t('links.title')}</h2>
        {ticket.can.link && (
          <Button look="quiet" small icon="link" onClick={() => setAdding(true)}>
            {t('links.add')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {related.map((link) => (
          <RelatedRow
            key={`${link.id} ${link.relation_type}`}
            link={link}
            onRemove={ticket.can.link ? () => remove(() => unrelate(ticket.id, link.id)) : undefined}
          />
        ))}
        {references.map((reference) => (
          <ReferenceRow
            key={reference.id}
            reference={reference}
            onRemove={ticket.can.link ? () => remove(() => removeReference(ticket.id, reference.id)) : undefined}
          />
        ))}
      </ul>
      {adding && <LinkDialog ticket={ticket} onClose={() => setAdding(false)} />}
    </section>
  );
}

const ROW = 'flex min-h-9 items-center gap-2.5 rounded-lg px-2 text-sm hover:bg-hover';

function RelatedRow({ link, onRemove }: { link: RelatedTicket; onRemove: (() => void) | undefined }) {
  return (
    <li className={ROW}>
      <StatusSign status={link.status as Status} />
      <span className="shrink-0 text-xs text-muted">{t(`relation.${link.relation_type}_${link.direction}`)}</span>
      <Link
        to="/t/$number"
        params={{ number: String(link.number) }}
        className="relative min-w-0 flex-1 truncate hover:underline"
      >
        <span className="tabular-nums text-muted">#{link.number}</span> {link.title}
        <span className="sr-only">, {t(`status.${link.status as Status}`)}</span>
      </Link>
      {onRemove && (
        <IconButton icon="close" label={t('links.remove', { name: `#${link.number}` })} small onClick={onRemove} />
      )}
    </li>
  );
}

function ReferenceRow({ reference, onRemove }: { reference: ExternalReference; onRemove: (() => void) | undefined }) {
  const name = reference.title || reference.url;
  return (
    <li className={ROW}>
      <Icon name="link" size={16} className="text-muted" />
      <span className="shrink-0 text-xs text-muted">{t(`reference.${reference.ref_type}`)}</span>
      <a
        href={reference.url}
        target="_blank"
        rel="noopener noreferrer"
        className="relative min-w-0 flex-1 truncate hover:underline"
      >
        {name}
      </a>
      {onRemove && <IconButton icon="close" label={t('links.remove', { name })} small onClick={onRemove} />}
    </li>
  );
}

type Relation = Exclude<RelatedTicket['relation_type'], 'solved_by'>;
type Kind = Relation | ExternalReference['ref_type'];

const isRelation = (kind: Kind): kind is Relation => (SAID_TYPES as readonly Kind[]).includes(kind);

/** One field for both kinds of links: `#123` links a ticket, an address links a page. */
export function LinkDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>('related');
  const [target, setTarget] = useState('');
  const [title, setTitle] = useState('');
  const relation = isRelation(kind);

  const type = (text: string) => {
    setTarget(text);
    if (/^https?:/i.test(text) && relation) setKind(/(pull|merge_requests|pulls)\//.test(text) ? 'git_pr' : 'other');
    if (/^#?\d+$/.test(text) && !relation) setKind('related');
  };

  const adding = useAttempt(async () => {
    if (relation) {
      const number = Number(target.replace('#', ''));
      if (!Number.isInteger(number) || number < 1) throw new NotReady(t('links.notANumber'));
      await relate(ticket.id, number, kind);
    } else {
      if (!/^https?:\/\/\S+$/i.test(target.trim())) throw new NotReady(t('links.notAnAddress'));
      await addReference(ticket.id, {
        ref_type: kind,
        url: target.trim(),
        ...(title.trim() ? { title: title.trim() } : {}),
      });
    }
    client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t('links.addTo', { number: ticket.number })}
      submit={t('links.add')}
      attempt={adding}
    >
      <InputField
        name="target"
        label={t('links.target')}
        hint={t('links.targetHint')}
        autoFocus
        value={target}
        onChange={type}
      />
      <SelectField
        label={t('links.kind')}
        value={kind}
        onChoose={setKind}
        choices={[
          ...SAID_TYPES.map((value) => ({
            value: value as Kind,
            label: t(`relation.${value as 'related'}_out`),
          })),
          ...REFERENCE_TYPES.map((value) => ({
            value: value as Kind,
            label: t(`reference.${value as 'other'}`),
          })),
        ]}
      />
      {!relation && (
        <InputField
          name="title"
          label={t('links.name')}
          optional={t('field.optional')}
          longest={300}
          value={title}
          onChange={setTitle}
        />
      )}
    </FormDialog>
  );
}
