import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedUser } from '../../../backend/people.ts';
import { downloadPerson, erasePerson, personalRecordsQuery } from '../../../backend/person-data.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog, DialogBody } from '../../../design/dialog.tsx';
import { LoadFailed, refusalText, Skeleton } from '../../../design/feedback.tsx';
import { Field, Input, Switch } from '../../../design/field.tsx';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { useMe } from '../../../session/me.ts';
import { number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';

interface PersonDataDialogProps {
  person: ListedUser;
  onClose: () => void;
}

/** What there is about somebody, to take along or to erase. */
export function PersonDataDialog({ person, onClose }: PersonDataDialogProps) {
  const me = useMe();
  const taking = useMutation({ mutationFn: () => downloadPerson(person.id), onError: (error) => toastRefusal(error) });
  return (
    <Dialog open onClose={onClose} title={t('personData.title', { name: person.name })}>
      <DialogBody>
        <Records id={person.id} />
        <div>
          <Button icon="download" busy={taking.isPending} onClick={() => taking.mutate()}>
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
  const found = useQuery(personalRecordsQuery(id));
  if (found.error) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton lines={3} />;
  const named = found.data.tables.flatMap(({ table, rows }) => {
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
  const erasing = useMutation({
    mutationFn: () => erasePerson(person.id, { texts, answers: texts && answers }),
    onSuccess: () => {
      toast({ text: t('personData.erased', { name: person.name }) });
      // The name stood in many places.
      client.invalidateQueries();
      onErased();
    },
  });
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    erasing.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-4">
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
      <Field label={t('personData.typeAddress', { email: person.email })} hint={t('personData.noUndo')}>
        {(field) => (
          <Input {...field} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
      {erasing.error && (
        <p role="alert" className="text-sm text-danger">
          {refusalText(erasing.error)}
        </p>
      )}
      <div>
        <Button
          type="submit"
          look="danger"
          icon="trash"
          busy={erasing.isPending}
          disabled={typed.trim().toLowerCase() !== person.email}
        >
          {t('personData.eraseNow', { name: person.name })}
        </Button>
      </div>
    </form>
  );
}
