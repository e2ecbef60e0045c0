import type { Language } from '#contract/users.ts';
import type { Notification } from './notification.ts';

const SUSPENDED_PASSKEY_WORDS: Readonly<
  Record<Language, { subject: string; lines: readonly string[]; because: string; noReplies: string }>
> = {
  en: {
    subject: 'A passkey of yours is refused from now on',
    lines: [
      'A passkey of yours told a smaller count than before. That happens when it was copied, so Kwit takes it no more.',
      'If you know why, remove it and make a new one. If you do not, sign out everywhere, and tell whoever runs this Kwit.',
    ],
    because: 'You receive this because the passkey is yours.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    subject: 'Jeden z Twoich kluczy dostępu nie jest już przyjmowany',
    lines: [
      'Twój klucz dostępu podał mniejszą liczbę użyć niż poprzednio. Tak bywa, gdy ktoś go skopiował, więc Kwit już go nie przyjmuje.',
      'Jeśli wiesz, skąd to się wzięło, usuń go i dodaj nowy. Jeśli nie, wyloguj się wszędzie i powiedz o tym osobie, która prowadzi tego Kwita.',
    ],
    because: 'Dostajesz tę wiadomość, bo to Twój klucz dostępu.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to the owner of a passkey whose counter went back (docs/rules/sign-in.md#passkeys). */
export function suspendedPasskey(language: Language, appUrl: string): Notification {
  const { subject, lines, because, noReplies } = SUSPENDED_PASSKEY_WORDS[language];
  const link = appUrl === '' ? [] : [{ kind: 'link', text: null, url: `${appUrl}/me` } as const];
  return {
    language,
    subject,
    blocks: [...lines.map((text) => ({ kind: 'line', text }) as const), ...link],
    footer: [because, noReplies],
    off: null,
  };
}
