import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KwitError } from '../../../backend/client.ts';
import { identitiesQuery, unlinkIdentity } from '../../../backend/company-account.ts';
import { changePerson, forgetMailAddress, type ListedUser } from '../../../backend/people.ts';
import { downloadPerson, erasePerson, personalRecordsQuery } from '../../../backend/person-data.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog, DialogBody } from '../../../design/dialog.tsx';
import { refusalText } from '../../../design/feedback.tsx';
import { Switch } from '../../../design/field.tsx';
import { Form, Problem, useAct, useAttempt } from '../../../design/form.tsx';
import { FormDialog, InputField } from '../../../design/form-dialog.tsx';
import { Pending } from '../../../design/pending.tsx';
import { toast } from '../../../design/toast.tsx';
import { useMe } from '../../../session/me.ts';
import { ago, number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';

/** The data about a person, to take along or to erase. */
export function PersonDataDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const me = useMe();
  const taking = useAct(() => downloadPerson(person.id));
  return (
    <Dialog onClose={onClose} title={t('personData.title', { name: person.name })}>
      <DialogBody>
        <Records id={person.id} />
        <div>
          <Button icon="download" busy={taking.busy} onClick={taking.act}>
            {t('personData.take')}
          </Button>
        </div>
        {person.id === me.id ? (
          <p className="text-sm text-muted">{t('personData.notOneself')}</p>
        ) : (
          <EraseForm person={person} onErased={onClose} />
        )}
      </DialogBody>
    </Dialog>
  );
}

function Records({ id }: { id: string }) {
  const query = useQuery(personalRecordsQuery(id));
  if (!query.data) return <Pending query={query} lines={3} />;
  const named = query.data.tables.flatMap(({ table, rows }) => {
    const name = maybeText(`personData.table.${table}`);
    return name === undefined ? [] : [{ table, name, rows }];
  });
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
      {named.map(({ table, name, rows }) => (
        <div key={table} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular-nums">{number(rows, 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Nobody can take an erasure back: the developer types the address before. */
function EraseForm({ person, onErased }: { person: ListedUser; onErased: () => void }) {
  const client = useQueryClient();
  const [texts, setTexts] = useState(false);
  const [answers, setAnswers] = useState(false);
  const [typed, setTyped] = useState('');
  const erasing = useAttempt(async () => {
    await erasePerson(person.id, { texts, answers: texts && answers });
    toast({ text: t('personData.erased', { name: person.name }) });
    // The name stood in many places.
    client.invalidateQueries();
    onErased();
  });
  return (
    <Form onSubmit={erasing.attempt} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t('personData.erase')}</h3>
      <p className="text-sm text-muted">{t('personData.eraseLead')}</p>
      <Switch label={t('personData.texts')} hint={t('personData.textsHint')} checked={texts} onChange={setTexts} />
      <Switch
        label={t('personData.answers')}
        hint={t('personData.answersHint')}
        checked={texts && answers}
        disabled={!texts}
        onChange={setAnswers}
      />
      <InputField
        label={t('personData.typeAddress', { email: person.email })}
        hint={t('personData.noUndo')}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Problem text={erasing.problem} />
      <div>
        <Button
          type="submit"
          look="danger"
          icon="trash"
          busy={erasing.busy}
          disabled={typed.trim().toLowerCase() !== person.email}
        >
          {t('personData.eraseNow', { name: person.name })}
        </Button>
      </div>
    </Form>
  );
}

/** Gives somebody another address, and says before what that does to their sign-in. */
export function AddressDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const client = useQueryClient();
  const isMe = useMe().id === person.id;
  const [email, setEmail] = useState('');
  const changing = useAttempt(async () => {
    await changePerson(person.id, { email: email.trim() });
    toast({ text: t('account.addressChanged', { name: person.name, email: email.trim() }) });
    client.invalidateQueries({ queryKey: ['people'] });
    client.invalidateQueries({ queryKey: ['audit'] });
    // One's own session has ended: the page asks for the sign-in.
    if (isMe) client.invalidateQueries({ queryKey: ['me'] });
    onClose();
  }, reasonOf);
  return (
    <FormDialog
      onClose={onClose}
      title={t('account.addressTitle', { name: person.name })}
      description={person.email}
      look="danger"
      disabled={email.trim() === ''}
      submit={t('account.addressChange')}
      attempt={changing}
    >
      <InputField
        name="email"
        label={t('account.newAddress')}
        inputMode="email"
        autoComplete="off"
        spellCheck="false"
        autoFocus
        required
        longest={254}
        value={email}
        onChange={setEmail}
      />
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted">
        <li>{t(isMe ? 'account.addressSignsMeOut' : 'account.addressSignsOut')}</li>
        <li className="wrap-anywhere">{t('account.addressLeavesOld', { email: person.email })}</li>
        <li>{t('account.addressKeeps')}</li>
      </ul>
      <MailAddresses person={person} />
    </FormDialog>
  );
}

/** The other addresses from which somebody answers by mail, each with a button that takes it away. */
function MailAddresses({ person: { id, mail_addresses } }: { person: ListedUser }) {
  const [shown, setShown] = useState(mail_addresses);
  const { act: forget, busy } = useAct(
    async (address: string) => {
      await forgetMailAddress(id, address);
      setShown(shown.filter((other) => other !== address));
      toast({ text: t('account.addressForgotten', { address }) });
    },
    ['people'],
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('account.mailAddresses')} className="text-sm">
      <h3 className="font-medium">{t('account.mailAddresses')}</h3>
      <ul>
        {shown.map((address) => (
          <li key={address} className="flex flex-wrap items-center justify-between gap-2 py-1">
            <span className="min-w-0 wrap-anywhere">{address}</span>
            <Button small busy={busy} onClick={() => forget(address)}>
              {t('account.forgetAddress')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function reasonOf(error: unknown): string {
  const code = error instanceof KwitError ? error.code : undefined;
  if (code === 'domain_not_allowed') return t('user.domainNotAllowed');
  if (code === 'user_exists') return t('account.addressTaken');
  return code === 'validation_error' ? t('account.notAnAddress') : refusalText(error);
}

/** The company accounts that are linked to somebody. Without one the next sign-in of another account links that one. */
export function IdentitiesDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const identities = useQuery(identitiesQuery(person.id));
  const { act: unlink } = useAct(async (id: string) => {
    await unlinkIdentity(person.id, id);
    toast({ text: t('signInSettings.unlinked') });
  }, identitiesQuery(person.id).queryKey);
  return (
    <Dialog onClose={onClose} title={t('signInSettings.identities')} description={person.name}>
      <DialogBody>
        {!identities.data && <Pending query={identities} lines={2} />}
        {identities.data?.length === 0 && <p className="text-muted">{t('signInSettings.noIdentities')}</p>}
        <ul className="flex flex-col gap-3">
          {identities.data?.map(({ id, issuer, subject, last_used_at }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                {subject}
                <span className="block text-sm text-muted">
                  {issuer} · {t('signInSettings.lastUsed', { when: ago(last_used_at) })}
                </span>
              </span>
              <Button small onClick={() => unlink(id)}>
                {t('signInSettings.unlink')}
              </Button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
