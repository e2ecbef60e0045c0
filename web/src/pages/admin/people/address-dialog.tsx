import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { KwitError } from '../../../backend/client.ts';
import { changePerson, type ListedUser } from '../../../backend/people.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../design/dialog.tsx';
import { refusalText } from '../../../design/feedback.tsx';
import { Field, Input } from '../../../design/field.tsx';
import { toast } from '../../../design/toast.tsx';
import { useMe } from '../../../session/me.ts';
import { t } from '../../../texts/texts.ts';

/** Gives somebody another address, and says before what that does to their sign-in. */
export function AddressDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const client = useQueryClient();
  const isMe = useMe().id === person.id;
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await changePerson(person.id, { email: email.trim() });
      toast({ text: t('account.addressChanged', { name: person.name, email: email.trim() }) });
      client.invalidateQueries({ queryKey: ['people'] });
      client.invalidateQueries({ queryKey: ['audit'] });
      // One's own session has ended: the page asks for the sign-in.
      if (isMe) client.invalidateQueries({ queryKey: ['me'] });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('account.addressTitle', { name: person.name })} description={person.email}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('account.newAddress')} error={problem}>
            {(field) => (
              <Input
                {...field}
                inputMode="email"
                autoComplete="off"
                spellCheck={false}
                autoFocus
                required
                longest={254}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted">
            <li>{t(isMe ? 'account.addressSignsMeOut' : 'account.addressSignsOut')}</li>
            <li className="wrap-anywhere">{t('account.addressLeavesOld', { email: person.email })}</li>
            <li>{t('account.addressKeeps')}</li>
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="danger" busy={busy} disabled={email.trim() === ''}>
            {t('account.addressChange')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function reasonOf(error: unknown): string {
  const code = error instanceof KwitError ? error.code : undefined;
  if (code === 'domain_not_allowed') return t('user.domainNotAllowed');
  if (code === 'user_exists') return t('account.addressTaken');
  return code === 'validation_error' ? t('account.notAnAddress') : refusalText(error);
}
