import type { Language } from '#contract/users.ts';
import { type Notification, oneLine } from './notification.ts';

interface Invitation {
  readonly language: Language;
  /** The name of the person who invites; null for the command line. */
  readonly who: string | null;
  readonly appName: string;
  /** The application's address; empty when it is not set. */
  readonly appUrl: string;
}

/** Every sentence of an invitation. `who` is anybody's name, so no sentence depends on gender. */
interface InvitationWords {
  subject(app: string): string;
  lead(app: string, who: string | null): string;
  purpose: string;
  signIn: string;
  /** Instead of the link, when there is none. */
  askForAddress: string;
  because: string;
  noReplies: string;
}

const WORDS: Readonly<Record<Language, InvitationWords>> = {
  en: {
    subject: (app) => `You are invited to ${app}`,
    lead: (app, who) => (who === null ? `You are invited to ${app}.` : `${who} invites you to ${app}.`),
    purpose: 'There you report what does not work or is missing, and see what becomes of it.',
    signIn: 'Sign in with this e-mail address. There is no password: you get a code each time.',
    askForAddress: 'Your colleagues know the address of the application.',
    because: 'You receive this because somebody invited this address. If it is a mistake, ignore this message.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    subject: (app) => `Zaproszenie do aplikacji ${app}`,
    lead: (app, who) => (who === null ? `Zapraszamy do aplikacji ${app}.` : `${who} zaprasza Cię do aplikacji ${app}.`),
    purpose: 'Zgłaszasz w niej, co nie działa albo czego brakuje, i widzisz, co się z tym dzieje.',
    signIn: 'Zaloguj się tym adresem e-mail. Hasła nie ma: za każdym razem dostaniesz kod.',
    askForAddress: 'Adres aplikacji znają Twoi współpracownicy.',
    because: 'Dostajesz tę wiadomość, bo ktoś zaprosił ten adres. Jeśli to pomyłka, zignoruj ją.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to somebody who was invited (docs/rules/people.md#invitations). */
export function invitation({ language, who, appName, appUrl }: Invitation): Notification {
  const words = WORDS[language];
  const app = oneLine(appName, 80);
  return {
    language,
    subject: words.subject(app),
    blocks: [
      { kind: 'line', text: words.lead(app, who && oneLine(who, 120)) },
      { kind: 'line', text: words.purpose },
      { kind: 'line', text: words.signIn },
      appUrl === ''
        ? { kind: 'line', text: words.askForAddress }
        : { kind: 'link', text: null, url: `${appUrl}/login` },
    ],
    footer: [words.because, words.noReplies],
    off: null,
  };
}
