import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LONGEST } from '../../../../../contract/words.ts';
import { PersonSearch } from '../../../administration/person-search.tsx';
import { downloadAs } from '../../../backend/files.ts';
import { type InboundMail, inboundMailQuery } from '../../../backend/mail-in.ts';
import { Button } from '../../../design/button.tsx';
import { Input, Switch, sendByKeys } from '../../../design/field.tsx';
import { Form } from '../../../design/form.tsx';
import { TextAreaField } from '../../../design/form-dialog.tsx';
import { Pending } from '../../../design/pending.tsx';
import { toastRefusal } from '../../../design/toast.tsx';
import { bytes, moment } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { Facts, linkToTicket } from '../entries.tsx';
import { obviousAcceptance, outcomeText, type Taking } from './taking.ts';

interface DetailProps {
  mail: InboundMail;
  isBusy: boolean;
  /** Accepts the mail as this, or discards it; undefined for a mail about which somebody has decided. */
  onDecide: ((taking?: Taking) => void) | undefined;
}

const BOX = 'max-h-80 overflow-auto rounded-lg border border-line bg-surface p-3 wrap-anywhere whitespace-pre-wrap';

/** The text of a mail: its author's part and the part that was cut, side by side. */
export function MailDetail({ mail, isBusy, onDecide }: DetailProps) {
  const query = useQuery(inboundMailQuery(mail.id));
  const takeAlong = () => downloadAs(`/api/mail-in/${mail.id}/raw`, `mail-${mail.id}.eml`).catch(toastRefusal);
  if (!query.data) return <Pending query={query} lines={2} />;
  const { kept: ownText, elided, files, headers, envelope_from, verdict } = query.data;
  const { authenticated } = verdict;
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-sunken px-4 py-3 md:px-5">
      <Said title={t('mailIn.kept')} text={ownText} />
      {onDecide && <Decision mail={mail} isBusy={isBusy} onDecide={onDecide} />}
      <Facts
        look="wrap-anywhere"
        facts={[
          [t('mailIn.fact.from'), mail.from ?? t('mailIn.unknownSender')],
          [t('mailIn.fact.envelope'), envelope_from === mail.from ? null : envelope_from === '' ? '<>' : envelope_from],
          [t('mailIn.fact.to'), mail.recipient],
          [t('mailIn.fact.came'), `${moment(mail.received_at)} · ${mail.via.toUpperCase()} · ${bytes(mail.size)}`],
          [t('mailIn.fact.ticket'), linkToTicket(mail.ticket_number)],
          [
            t('mailIn.fact.verified'),
            authenticated === undefined ? null : t(authenticated ? 'mailIn.yes' : 'mailIn.no'),
          ],
        ]}
      />
      {files.length > 0 && (
        <p className="text-xs text-muted">
          {t('mailIn.files')} {files.map(({ name, size }) => `${name} (${bytes(size)})`).join(', ')}
        </p>
      )}
      {elided && <Said title={t('mailIn.cut')} text={elided} />}
      <details className="text-xs">
        <summary className="cursor-pointer text-muted max-md:min-h-11">{t('mailIn.headers')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className={`mt-1 font-mono ${BOX}`}>
          {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      <div>
        <Button small look="quiet" icon="download" onClick={takeAlong}>
          {t('mailIn.raw')}
        </Button>
      </div>
    </div>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className={`min-h-12 font-sans text-sm ${BOX}`}>
        {text || '–'}
      </pre>
    </section>
  );
}

interface DecisionProps {
  mail: InboundMail;
  isBusy: boolean;
  onDecide: (taking?: Taking) => void;
}

/** Takes the mail as what it says it is, and answers its sender in the same step; or as something else, or not at all. */
function Decision({ mail, isBusy, onDecide }: DecisionProps) {
  const [answer, setAnswer] = useState('');
  const acceptance = obviousAcceptance(mail);
  const said = answer.trim() === '' ? {} : { answer: answer.trim() };
  return (
    <>
      <Form
        onSubmit={() => acceptance && onDecide({ ...acceptance, ...said })}
        onKeyDown={sendByKeys}
        className="flex flex-col gap-2"
      >
        <TextAreaField
          label={t('mailIn.answer')}
          hint={t('mailIn.answerHint')}
          optional={t('field.optional')}
          longest={LONGEST.comment}
          data-reach="answerMail"
          value={answer}
          onChange={setAnswer}
        />
        <div className="flex flex-wrap items-center gap-2">
          {acceptance && (
            <Button type="submit" look="primary" icon={acceptance.as === 'reply' ? 'comment' : 'plus'} busy={isBusy}>
              {outcomeText(mail)}
            </Button>
          )}
          {mail.state !== 'machine' && (
            <Button look="danger" icon="trash" busy={isBusy} onClick={() => onDecide()}>
              {t('mailIn.discard')}
            </Button>
          )}
        </div>
      </Form>
      <details open={acceptance === undefined} className="text-sm">
        <summary className="cursor-pointer text-muted max-md:min-h-11">{t('mailIn.otherwise')}</summary>
        <div className="flex flex-wrap items-center gap-2 pt-2">
          <Otherwise mail={mail} isBusy={isBusy} onAccept={(taking) => onDecide({ ...taking, ...said })} />
        </div>
      </details>
    </>
  );
}

interface OtherwiseProps {
  mail: InboundMail;
  isBusy: boolean;
  onAccept: (taking: Taking) => void;
}

/** A comment on a ticket that one names, or a new ticket of who wrote it or of somebody else. */
function Otherwise({ mail, isBusy, onAccept }: OtherwiseProps) {
  const [number, setNumber] = useState(String(mail.ticket_number ?? ''));
  const [remember, setRemember] = useState(false);
  const submit = () => onAccept({ as: 'reply', ticket_number: Number(number), ...(remember ? { remember } : {}) });
  return (
    <>
      <Form onSubmit={submit} className="flex items-center gap-2">
        <div className="w-24">
          <Input
            aria-label={t('mailIn.ticketNumber')}
            type="number"
            min={1}
            required
            placeholder="#"
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        </div>
        <Button type="submit" small icon="comment" busy={isBusy}>
          {t('mailIn.asReply')}
        </Button>
      </Form>
      {mail.reason === 'other_sender' && mail.from !== null && (
        <Switch label={t('mailIn.remember', { from: mail.from })} checked={remember} onChange={setRemember} />
      )}
      {mail.from !== null && (
        <Button small icon="plus" busy={isBusy} onClick={() => onAccept({ as: 'report' })}>
          {t('mailIn.asReport')}
        </Button>
      )}
      <div className="w-72 max-w-full">
        <PersonSearch
          label={t('mailIn.asReportOf')}
          onChoose={({ id }) => {
            if (!isBusy) onAccept({ as: 'report', person_id: id });
          }}
        />
      </div>
    </>
  );
}
