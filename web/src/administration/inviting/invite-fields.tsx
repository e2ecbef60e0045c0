import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../../contract/words.ts';
import { KwitError } from '../../backend/client.ts';
import { sendInvitation } from '../../backend/people.ts';
import { settingsQuery } from '../../backend/settings.ts';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { TextAreaField } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';

/** The people to invite, as what, and who was refused the last time. */
export function InviteFields({ inviting }: { inviting: Inviting }) {
  const { text, setText, role, setRole, refused, progress } = inviting;
  return (
    <>
      <TextAreaField
        label={t('user.addresses')}
        hint={t('user.addressesHint')}
        required
        spellCheck="false"
        autoFocus
        readOnly={progress !== undefined}
        className="max-h-60"
        value={text}
        onChange={setText}
      />
      {refused.length > 0 && (
        <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-sm">
          <p className="font-medium text-danger">{t('user.notInvited', { count: refused.length })}</p>
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {refused.map(({ line, reason }) => (
              <li key={line} className="py-0.5">
                <span className="font-medium break-all">{line}</span>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ChoiceChips
        legend={t('user.role')}
        value={role}
        onChoose={setRole}
        choices={[
          { value: 'user', label: t('role.user') },
          { value: 'developer', label: t('role.developer') },
        ]}
      />
    </>
  );
}

/** Says how far it is while it works. */
export function InviteButton({ inviting: { text, progress } }: { inviting: Inviting }) {
  const isLong = progress !== undefined && progress.of > 1;
  return (
    <Button type="submit" look="primary" icon="send" busy={progress !== undefined} disabled={text.trim() === ''}>
      {isLong ? t('user.inviting', { done: progress.done + 1, total: progress.of }) : t('user.invite')}
    </Button>
  );
}

/** The people whom the service did not invite, and why. */
interface RefusedLine {
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

  const submit = async () => {
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

type Inviting = ReturnType<typeof useInviting>;

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

// Reads whom to invite out of what somebody typed or pasted: pure.
interface InvitedPerson {
  /** The line about this person, to be shown and tried again. */
  line: string;
  /** Empty when there is no address in the line. */
  email: string;
  /** Empty when nothing but an address stands there. */
  name: string;
}

const ADDRESS = /[^\s<>,;"'()[\]]+@[^\s<>,;"'()[\]]+/;
const NAME_LENGTH = 120;

/**
 * The people of a text: one or several a line, as mail programs and spreadsheets copy them (`ada@example.com`, `Ada Nowak
 * <ada@example.com>`, `Ada Nowak;ada@example.com`). An address counts once.
 */
export function peopleIn(text: string): InvitedPerson[] {
  const people = text.split(/\r\n|\r|\n/).flatMap(peopleOfLine);
  const first = new Map(people.map((person) => [person.email.toLowerCase() || person.line, person] as const).reverse());
  return people.filter((person) => first.get(person.email.toLowerCase() || person.line) === person);
}

function peopleOfLine(line: string): InvitedPerson[] {
  if (line.trim() === '') return [];
  const parts = line.split(new RegExp(`(${ADDRESS.source})`));
  const addresses = parts.filter((_, index) => index % 2 === 1);
  if (addresses.length < 2) {
    const name = nameOf(parts.filter((_, index) => index % 2 === 0).join(' '));
    return [{ line: line.trim(), email: addresses[0] ?? '', name }];
  }
  // Each of several people in a line has their name in front.
  return addresses.map((email, index) => {
    const name = nameOf(parts[2 * index] ?? '');
    return { line: name ? `${name} <${email}>` : email, email, name };
  });
}

/** The name beside an address; empty without a letter. */
function nameOf(around: string): string {
  const name = around
    .replace(/[<>"'()[\];\t]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,.:-]+|[ ,:-]+$/g, '');
  return /\p{L}/u.test(name) ? [...name].slice(0, NAME_LENGTH).join('').trim() : '';
}
