import type { Language } from '#contract/words.ts';

/** A mail to one person: its lines, and why they get it. Names are anybody's, so no sentence depends on gender. */
export interface PersonalLetter {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly because: string;
}

export type Letters<Values extends readonly unknown[]> = Readonly<
  Record<Language, (...values: Values) => PersonalLetter>
>;

export const NO_REPLIES: Readonly<Record<Language, string>> = {
  en: 'Nobody reads replies to this message.',
  pl: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
};

/** The mail to somebody who was invited (docs/rules/people.md#invitations). `who` invites; null for the command line. */
export const INVITATION: Letters<[app: string, who: string | null, hasAddress: boolean]> = {
  en: (app, who, hasAddress) => ({
    subject: `You are invited to ${app}`,
    lines: [
      who === null ? `You are invited to ${app}.` : `${who} invites you to ${app}.`,
      'There you report what does not work or is missing, and see what becomes of it.',
      'Sign in with this e-mail address. There is no password: you get a code each time.',
      ...(hasAddress ? [] : ['Your colleagues know the address of the application.']),
    ],
    because: 'You receive this because somebody invited this address. If it is a mistake, ignore this message.',
  }),
  pl: (app, who, hasAddress) => ({
    subject: `Zaproszenie do aplikacji ${app}`,
    lines: [
      who === null ? `Zapraszamy do aplikacji ${app}.` : `${who} zaprasza Cię do aplikacji ${app}.`,
      'Zgłaszasz w niej, co nie działa albo czego brakuje, i widzisz, co się z tym dzieje.',
      'Zaloguj się tym adresem e-mail. Hasła nie ma: za każdym razem dostaniesz kod.',
      ...(hasAddress ? [] : ['Adres aplikacji znają Twoi współpracownicy.']),
    ],
    because: 'Dostajesz tę wiadomość, bo ktoś zaprosił ten adres. Jeśli to pomyłka, zignoruj ją.',
  }),
};

/**
 * The mail to developers about a webhook that failed for too long (docs/rules/events.md#paused-webhooks). It names the host of
 * the receiver: the rest of its address may be secret.
 */
export const PAUSED_WEBHOOK: Letters<[host: string]> = {
  en: (host) => ({
    subject: `Webhook to ${host} paused`,
    lines: [
      `Nothing could be delivered to ${host} for 5 days, so Kwit sends it nothing more.`,
      'Mend the receiver, then switch the webhook on again under Administration, Webhooks.',
    ],
    because: 'You receive this because you are a developer.',
  }),
  pl: (host) => ({
    subject: `Webhook do ${host} wstrzymany`,
    lines: [
      `Od 5 dni nie udało się nic dostarczyć do ${host}, więc Kwit nic więcej tam nie wysyła.`,
      'Napraw odbiorcę, a potem włącz webhook ponownie: Administracja, Webhooki.',
    ],
    because: 'Dostajesz tę wiadomość, bo masz rolę dewelopera.',
  }),
};

export const OF_TOKEN = {
  en: 'You receive this because the token is yours.',
  pl: 'Dostajesz tę wiadomość, bo to Twój token.',
};

/** The mail to the owner of a token that ends within days (docs/rules/tokens.md#mails). `day` is in UTC. */
export const ENDING_TOKEN: Letters<[name: string, which: string, day: string]> = {
  en: (name, which, day) => ({
    subject: `The token "${name}" ends soon`,
    lines: [
      `Your token ${which} ends on ${day}. Programs that use it are refused from then on.`,
      'Put a new one in its place in your profile: the old one then lives on for 24 hours.',
    ],
    because: OF_TOKEN.en,
  }),
  pl: (name, which, day) => ({
    subject: `Token „${name}” niedługo wygaśnie`,
    lines: [
      `Twój token ${which} wygasa ${day}. Programy, które go używają, dostaną wtedy odmowę.`,
      'Wymień go na nowy w swoim profilu: stary działa wtedy jeszcze przez 24 godziny.',
    ],
    because: OF_TOKEN.pl,
  }),
};

/** The mail to the owner of a token that somebody tried to use after its end. */
export const LATE_TOKEN: typeof ENDING_TOKEN = {
  en: (name, which, day) => ({
    subject: `The token "${name}" was used after its end`,
    lines: [
      `Somebody tried to use your token ${which}, which ended on ${day}. They were refused.`,
      'If it is a program of yours, give it another token. If it is not, find out who has this one.',
    ],
    because: OF_TOKEN.en,
  }),
  pl: (name, which, day) => ({
    subject: `Ktoś użył tokenu „${name}” po jego końcu`,
    lines: [
      `Ktoś próbował użyć Twojego tokenu ${which}, który wygasł ${day}, i dostał odmowę.`,
      'Jeśli to Twój program, daj mu inny token. Jeśli nie, sprawdź, kto ma ten.',
    ],
    because: OF_TOKEN.pl,
  }),
};

export const OF_PASSKEY = {
  en: 'You receive this because the account is yours.',
  pl: 'Dostajesz tę wiadomość, bo to Twoje konto.',
};

/** The mail to somebody who has a new passkey (docs/rules/sign-in.md#passkeys). */
export const ADDED_PASSKEY: Letters<[name: string]> = {
  en: (name) => ({
    subject: `A passkey was added: ${name}`,
    lines: [
      `From now on the passkey "${name}" signs in to your account.`,
      'If it was not you, remove it in your profile, sign out everywhere, and tell whoever runs this Kwit.',
    ],
    because: OF_PASSKEY.en,
  }),
  pl: (name) => ({
    subject: `Dodano klucz dostępu: ${name}`,
    lines: [
      `Od teraz kluczem dostępu „${name}” można się zalogować na Twoje konto.`,
      'Jeśli to nie Ty, usuń go w swoim profilu, wyloguj się wszędzie i powiedz o tym osobie, która prowadzi tę aplikację.',
    ],
    because: OF_PASSKEY.pl,
  }),
};

/** The mail to somebody who has a passkey less. */
export const REMOVED_PASSKEY: typeof ADDED_PASSKEY = {
  en: (name) => ({
    subject: `A passkey was removed: ${name}`,
    lines: [
      `The passkey "${name}" does not sign in to your account any more.`,
      'If it was not you, sign out everywhere, and tell whoever runs this Kwit.',
    ],
    because: OF_PASSKEY.en,
  }),
  pl: (name) => ({
    subject: `Usunięto klucz dostępu: ${name}`,
    lines: [
      `Kluczem dostępu „${name}” nie można się już zalogować na Twoje konto.`,
      'Jeśli to nie Ty, wyloguj się wszędzie i powiedz o tym osobie, która prowadzi tę aplikację.',
    ],
    because: OF_PASSKEY.pl,
  }),
};

/** The mail to the owner of a passkey whose counter went back (docs/rules/sign-in.md#passkeys). */
export const SUSPENDED_PASSKEY: Letters<[]> = {
  en: () => ({
    subject: 'A passkey of yours is refused from now on',
    lines: [
      'A passkey of yours told a smaller count than before. That happens when it was copied, so Kwit takes it no more.',
      'If you know why, remove it and make a new one. If you do not, sign out everywhere, and tell whoever runs this Kwit.',
    ],
    because: 'You receive this because the passkey is yours.',
  }),
  pl: () => ({
    subject: 'Jeden z Twoich kluczy dostępu nie jest już przyjmowany',
    lines: [
      'Twój klucz dostępu podał mniejszą liczbę użyć niż poprzednio. Tak bywa, gdy ktoś go skopiował, więc Kwit już go nie przyjmuje.',
      'Jeśli wiesz, skąd to się wzięło, usuń go i dodaj nowy. Jeśli nie, wyloguj się wszędzie i powiedz o tym osobie, która prowadzi tego Kwita.',
    ],
    because: 'Dostajesz tę wiadomość, bo to Twój klucz dostępu.',
  }),
};
