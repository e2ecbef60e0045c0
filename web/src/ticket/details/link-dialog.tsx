import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { REFERENCE_TYPES, SAID_TYPES } from '../../../../contract/words.ts';
import { addReference, type ExternalReference, type RelatedTicket, relate } from '../../backend/links.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { t } from '../../texts/texts.ts';

type Relation = Exclude<RelatedTicket['relation_type'], 'solved_by'>;
type Kind = Relation | ExternalReference['ref_type'];

const isRelation = (kind: Kind): kind is Relation => (SAID_TYPES as readonly Kind[]).includes(kind);

/** One field for both kinds of links: `#123` links a ticket, an address links a page. */
export function LinkDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>('related');
  const [target, setTarget] = useState('');
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const relation = isRelation(kind);

  const type = (text: string) => {
    setTarget(text);
    if (/^https?:/i.test(text) && relation) setKind(/(pull|merge_requests|pulls)\//.test(text) ? 'git_pr' : 'other');
    if (/^#?\d+$/.test(text) && !relation) setKind('related');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      if (relation) {
        const number = Number(target.replace('#', ''));
        if (!Number.isInteger(number) || number < 1) return setProblem(t('links.notANumber'));
        await relate(ticket.id, number, kind);
      } else {
        if (!/^https?:\/\/\S+$/i.test(target.trim())) return setProblem(t('links.notAnAddress'));
        await addReference(ticket.id, {
          ref_type: kind,
          url: target.trim(),
          ...(title.trim() ? { title: title.trim() } : {}),
        });
      }
      client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
      onClose();
    } catch (error) {
      setProblem(refusalText(error));
    }
  };

  return (
    <Dialog open onClose={onClose} title={t('links.addTo', { number: ticket.number })}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('links.target')} error={problem} hint={t('links.targetHint')}>
            {(field) => <Input {...field} autoFocus value={target} onChange={(event) => type(event.target.value)} />}
          </Field>
          <Field label={t('links.kind')}>
            {({ id }) => (
              <Select
                label={t('links.kind')}
                id={id}
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
            )}
          </Field>
          {!relation && (
            <Field label={t('links.name')} optional={t('field.optional')}>
              {(field) => (
                <Input {...field} longest={300} value={title} onChange={(event) => setTitle(event.target.value)} />
              )}
            </Field>
          )}
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary">
            {t('links.add')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
