import type { Language } from '#contract/users.ts';
import { type Notification, oneLine } from './notification.ts';

/** A token of which its owner is told. */
export interface ToldToken {
  readonly name: string;
  readonly last4: string;
  /** The day of its end, UTC. */
  readonly endsOn: string;
}

interface TokenMail {
  readonly language: Language;
  readonly token: ToldToken;
  /** The application's address; empty when it is not set. */
  readonly appUrl: string;
}

/** Every sentence about the end of a token. */
interface TokenWords {
  endingSubject(name: string): string;
  ending(which: string, day: string): string;
  rotate: string;
  lateSubject(name: string): string;
  late(which: string, day: string): string;
  check: string;
  because: string;
  noReplies: string;
}

const WORDS: Readonly<Record<Language, TokenWords>> = {
  en: {
    endingSubject: (name) => `The token "${name}" ends soon`,
    ending: (which, day) => `Your token ${which} ends on ${day}. Programs that use it are refused from then on.`,
    rotate: 'Put a new one in its place in your profile: the old one then lives on for 24 hours.',
    lateSubject: (name) => `The token "${name}" was used after its end`,
    late: (which, day) => `Somebody tried to use your token ${which}, which ended on ${day}. They were refused.`,
    check: 'If it is a program of yours, give it another token. If it is not, find out who has this one.',
    because: 'You receive this because the token is yours.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    endingSubject: (name) => `Token „${name}” niedługo wygaśnie`,
    ending: (which, day) => `Twój token ${which} wygasa ${day}. Programy, które go używają, dostaną wtedy odmowę.`,
    rotate: 'Wymień go na nowy w swoim profilu: stary działa wtedy jeszcze przez 24 godziny.',
    lateSubject: (name) => `Ktoś użył tokenu „${name}” po jego końcu`,
    late: (which, day) => `Ktoś próbował użyć Twojego tokenu ${which}, który wygasł ${day}, i dostał odmowę.`,
    check: 'Jeśli to Twój program, daj mu inny token. Jeśli nie, sprawdź, kto ma ten.',
    because: 'Dostajesz tę wiadomość, bo to Twój token.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to the owner of a token that ends within days (docs/rules/tokens.md#mails). */
export function endingToken({ language, token, appUrl }: TokenMail): Notification {
  const words = WORDS[language];
  const which = [words.ending(nameOf(token), token.endsOn), words.rotate];
  return mail(words.endingSubject(oneLine(token.name, 80)), which, { language, appUrl });
}

/** The mail to the owner of a token that somebody tried to use after its end. */
export function lateToken({ language, token, appUrl }: TokenMail): Notification {
  const words = WORDS[language];
  const which = [words.late(nameOf(token), token.endsOn), words.check];
  return mail(words.lateSubject(oneLine(token.name, 80)), which, { language, appUrl });
}

const nameOf = ({ name, last4 }: ToldToken): string => `"${oneLine(name, 80)}" (…${last4})`;

function mail(
  subject: string,
  lines: readonly string[],
  { language, appUrl }: Pick<TokenMail, 'language' | 'appUrl'>,
): Notification {
  const { because, noReplies } = WORDS[language];
  return {
    language,
    subject,
    blocks: [
      ...lines.map((text) => ({ kind: 'line', text }) as const),
      ...(appUrl === '' ? [] : [{ kind: 'link', text: null, url: `${appUrl}/me` } as const]),
    ],
    footer: [because, noReplies],
    off: null,
  };
}
