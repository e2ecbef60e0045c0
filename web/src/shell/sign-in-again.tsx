import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type AskedCode, requestCode } from '../backend/sign-in.ts';
import { storeToken } from '../backend/token.ts';
import { Button } from '../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../design/dialog.tsx';
import { refusalCode } from '../design/feedback.tsx';
import { Problem, useAttempt } from '../design/form.tsx';
import { CodeStep } from '../session/code-step.tsx';
import { useMe } from '../session/me.ts';
import { language, t } from '../texts/texts.ts';

/** Asks a user whose session has ended to sign in again, over the page, which keeps its state. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [codeRequest, setAsked] = useState<AskedCode>();

  const { attempt: ask, problem } = useAttempt(async () => {
    setAsked(await requestCode(me.email, language()));
  });

  const enterElsewhere = () => {
    navigate({ to: '/login', search: { next: location.pathname + location.search } });
    return true;
  };

  const enter = (token: string) => {
    storeToken(token);
    onClose();
    client.invalidateQueries();
  };

  return (
    <Dialog onClose={onClose} title={t('again.title')} description={t('again.lead')}>
      {codeRequest === undefined ? (
        <>
          <DialogBody>
            <p>
              {t('again.as')} <strong className="font-semibold">{me.email}</strong>
            </p>
            <Problem text={problem} className="" />
          </DialogBody>
          <DialogFooter>
            <Button look="quiet" onClick={enterElsewhere}>
              {t('login.title')}…
            </Button>
            <Button look="primary" onClick={ask} data-autofocus>
              {t('login.send')}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <DialogBody>
          <CodeStep
            email={me.email}
            asked={codeRequest}
            onSignedIn={enter}
            onRefused={(error) => refusalCode(error) === 'passkey_required' && enterElsewhere()}
            onAskedAgain={setAsked}
          />
        </DialogBody>
      )}
    </Dialog>
  );
}
