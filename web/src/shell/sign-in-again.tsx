import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenSignedOut } from '../backend/client.ts';
import { requestCode } from '../backend/sign-in.ts';
import { storeToken } from '../backend/token.ts';
import { Button } from '../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../design/dialog.tsx';
import { refusalText } from '../design/feedback.tsx';
import { CodeStep } from '../session/code-step.tsx';
import { useMe } from '../session/me.ts';
import { language, t } from '../texts/texts.ts';

/** Asks a user whose session has ended to sign in again, over the page, which keeps its state. */
export function SignInAgain() {
  const me = useMe();
  const client = useQueryClient();
  const [ended, setEnded] = useState(false);
  const [askedAt, setAskedAt] = useState<number>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    whenSignedOut(() => setEnded(true));
    return () => whenSignedOut(() => {});
  }, []);

  const ask = async () => {
    setProblem(undefined);
    try {
      await requestCode(me.email, language());
      setAskedAt(Date.now());
    } catch (error) {
      setProblem(refusalText(error));
    }
  };

  const enter = (token: string) => {
    storeToken(token);
    setEnded(false);
    setAskedAt(undefined);
    client.invalidateQueries();
  };

  return (
    <Dialog open={ended} onClose={() => setEnded(false)} title={t('again.title')} description={t('again.lead')}>
      {askedAt === undefined ? (
        <>
          <DialogBody>
            <p>
              {t('again.as')} <strong className="font-semibold">{me.email}</strong>
            </p>
            {problem && (
              <p role="alert" className="text-danger">
                {problem}
              </p>
            )}
          </DialogBody>
          <DialogFooter>
            <Button look="primary" onClick={ask} data-autofocus>
              {t('login.send')}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <DialogBody>
          <CodeStep email={me.email} askedAt={askedAt} onSignedIn={enter} onAskedAgain={setAskedAt} />
        </DialogBody>
      )}
    </Dialog>
  );
}
