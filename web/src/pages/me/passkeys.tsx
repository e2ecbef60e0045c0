import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KwitError } from '../../backend/client.ts';
import { knowsPasskeys, methodsQuery } from '../../backend/passkeys.ts';
import { signOut } from '../../backend/sign-in.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { useAttempt } from '../../design/form.tsx';
import { Confirm, FormDialog, InputField } from '../../design/form-dialog.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast } from '../../design/toast.tsx';
import { RecoveryCodeList } from '../../session/entering/recovery-code-list.tsx';
import {
  makePasskey,
  nameOwnPasskey,
  type Passkey,
  passkeyProblem,
  passkeysQuery,
  removeOwnPasskey,
  requestRecoveryCodes,
} from '../../session/entering/web-authn.ts';
import { useLeaving } from '../../session/leaving.ts';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

type Doing = { add: true } | { rename: Passkey } | { remove: Passkey } | { renew: true } | { codes: readonly string[] };

/** Whether this Kwit has passkeys at all: its address needs a host name. */
export const useHasPasskeys = (): boolean => useQuery(methodsQuery).data?.passkey ?? false;

/** The user's passkeys: to make, to name and to remove, and the codes that stand for them. */
export function Passkeys() {
  const client = useQueryClient();
  const passkeys = useQuery(passkeysQuery);
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const refresh = () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  if (!passkeys.data) return <Pending query={passkeys} lines={2} />;
  const rows = passkeys.data;
  return (
    <>
      {rows.length === 0 && <p className="text-sm text-muted">{t('passkey.none')}</p>}
      <ul className="flex flex-col gap-2">
        {rows.map((passkey) => (
          <li key={passkey.id} className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 wrap-break-word">
              {passkey.name}
              <span className="text-sm text-muted"> · {describe(passkey)}</span>
              {passkey.suspended_at && <span className="block text-sm text-danger">{t('passkey.suspended')}</span>}
            </span>
            <span className="flex">
              <Button small look="quiet" onClick={() => setDoing({ rename: passkey })}>
                {t('passkey.rename')}
              </Button>
              <Button small look="quiet" onClick={() => setDoing({ remove: passkey })}>
                {t('passkey.remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {knowsPasskeys() ? (
        <div className="flex flex-wrap gap-2">
          <Button icon="plus" onClick={() => setDoing({ add: true })} data-reach="new-passkey" data-opens>
            {t('passkey.add')}
          </Button>
          {rows.length > 0 && (
            <Button look="quiet" onClick={() => setDoing({ renew: true })}>
              {t('passkey.recovery')}
            </Button>
          )}
        </div>
      ) : (
        <p className="text-sm text-muted">{t('entering.oldBrowser')}</p>
      )}
      {doing && 'add' in doing && (
        <NameDialog
          title={t('passkey.add')}
          action={t('passkey.make')}
          name=""
          onClose={close}
          onNamed={async (name) => {
            const { recovery_codes: codes } = await makePasskey(name);
            refresh();
            setDoing(codes && { codes });
          }}
        />
      )}
      {doing && 'rename' in doing && (
        <NameDialog
          title={t('passkey.rename')}
          action={t('action.save')}
          name={doing.rename.name}
          onClose={close}
          onNamed={async (name) => {
            await nameOwnPasskey(doing.rename.id, name);
            refresh();
            close();
          }}
        />
      )}
      {doing && 'remove' in doing && (
        <Confirm
          title={t('passkey.remove')}
          effect={t('passkey.removeEffect', { name: doing.remove.name })}
          action={t('passkey.remove')}
          onClose={close}
          onConfirm={async () => {
            await removeOwnPasskey(doing.remove.id);
            refresh();
            toast({ text: t('passkey.removed', { name: doing.remove.name }) });
          }}
        />
      )}
      {doing && 'renew' in doing && <RenewDialog onClose={close} onMade={(codes) => setDoing({ codes })} />}
      {doing && 'codes' in doing && (
        <Dialog onClose={close} title={t('entering.recoveryTitle')}>
          <DialogBody>
            <RecoveryCodeList codes={doing.codes} />
          </DialogBody>
          <DialogFooter>
            <Button look="primary" onClick={close}>
              {t('token.kept')}
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </>
  );
}

const describe = ({ created_at, last_used_at, backed_up }: Passkey): string =>
  [
    t('passkey.made', { when: ago(created_at) }),
    last_used_at ? t('passkey.used', { when: ago(last_used_at) }) : t('passkey.neverUsed'),
    ...(backed_up ? [t('passkey.everywhere')] : []),
  ].join(' · ');

/** The message of a refused attempt; after `sign_in_again` with the way to do so. */
function Refusal({ error }: { error: unknown }) {
  const leave = useLeaving();
  if (error === undefined) return null;
  const isOld = error instanceof KwitError && error.code === 'sign_in_again';
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
      {isOld ? t('passkey.signInAgain') : passkeyProblem(error)}
      {isOld && (
        <Button small onClick={() => leave(signOut)}>
          {t('passkey.signInNow')}
        </Button>
      )}
    </div>
  );
}

interface NameDialogProps {
  title: string;
  action: string;
  name: string;
  onClose: () => void;
  onNamed: (name: string) => Promise<void>;
}

function NameDialog({ title, action, name, onClose, onNamed }: NameDialogProps) {
  const [text, setText] = useState(name);
  const naming = useAttempt(() => onNamed(text.trim()));
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      disabled={text.trim() === ''}
      submit={action}
      attempt={{ ...naming, problem: undefined }}
    >
      <InputField
        name="name"
        label={t('passkey.name')}
        hint={t('passkey.nameHint')}
        required
        autoFocus
        autoComplete="off"
        longest={80}
        value={text}
        onChange={setText}
      />
      <Refusal error={naming.error} />
    </FormDialog>
  );
}

function RenewDialog({ onClose, onMade }: { onClose: () => void; onMade: (codes: readonly string[]) => void }) {
  const renewing = useAttempt(async () => onMade((await requestRecoveryCodes()).recovery_codes));
  const title = t('passkey.recovery');
  return (
    <FormDialog onClose={onClose} title={title} submit={title} attempt={{ ...renewing, problem: undefined }}>
      <p>{t('passkey.recoveryEffect')}</p>
      <Refusal error={renewing.error} />
    </FormDialog>
  );
}
