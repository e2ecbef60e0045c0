import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Role } from '../../../../contract/words.ts';
import { KwitError } from '../../backend/client.ts';
import { sendInvitation } from '../../backend/people.ts';
import { settingsQuery } from '../../backend/settings.ts';
import { refusalText } from '../../design/feedback.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { type InvitedPerson, peopleIn } from './invited-people.ts';

/** The people whom the service did not invite, and why. */
export interface RefusedLine {
  line: string;
  reason: string;
}

/** After these the next invitation would be refused as well. */
const ENDING = ['unreachable', 'unauthorized', 'forbidden', 'too_many_requests'];

/**
 * Invites everybody in a text, one after the other: one who is refused does not stop the others. Refused lines stay in the
 * text, to be mended. A toast says how many are invited, and whether a mail tells them.
 *
 * @param onEverybody called when everybody has been invited.
 */
export function useInviting(onEverybody: () => void = () => {}) {
  const client = useQueryClient();
  const settings = useQuery(settingsQuery).data;
  const isWithoutProvider = settings?.mail_provider === null || typeof settings?.mail_problem === 'string';
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('user');
  const [refused, setRefused] = useState<RefusedLine[]>([]);
  const [progress, setProgress] = useState<{ done: number; of: number }>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const people = peopleIn(text);
    const failed: RefusedLine[] = [];
    let ending: string | undefined;
    let isWaiting = false;
    for (const [done, person] of people.entries()) {
      setProgress({ done, of: people.length });
      const outcome = ending === undefined ? await invite(person, role) : { reason: ending, isEnding: true };
      if ('mail' in outcome) {
        isWaiting ||= outcome.mail === 'waiting';
        continue;
      }
      if (outcome.isEnding) ending = outcome.reason;
      failed.push({ line: person.line, reason: outcome.reason });
    }
    setProgress(undefined);
    setRefused(failed);
    setText(failed.map(({ line }) => line).join('\n'));
    for (const key of ['people', 'audit', 'setup']) client.invalidateQueries({ queryKey: [key] });
    const count = people.length - failed.length;
    const mailed = isWithoutProvider ? 'user.invitedInMailbox' : 'user.invited';
    if (count > 0) toast({ text: t(isWaiting ? 'user.invitedWaiting' : mailed, { count }) });
    if (failed.length === 0) onEverybody();
  };
  return { text, setText, role, setRole, refused, progress, submit };
}

export type Inviting = ReturnType<typeof useInviting>;

/** Invites somebody. @returns why they were not invited, or whether a mail tells them. */
async function invite({ email, name }: InvitedPerson, role: Role) {
  if (email === '') return { reason: t('user.noAddress'), isEnding: false };
  try {
    return { mail: (await sendInvitation({ email, role, ...(name ? { name } : {}) })).mail };
  } catch (error) {
    const code = error instanceof KwitError ? error.code : 'internal_error';
    return { reason: reasonOf(code, error), isEnding: ENDING.includes(code) };
  }
}

/** Some are refused here for another reason than elsewhere. */
function reasonOf(code: string, error: unknown): string {
  if (code === 'domain_not_allowed') return t('user.domainNotAllowed');
  return code === 'validation_error' ? t('user.notAnAddress') : refusalText(error);
}
