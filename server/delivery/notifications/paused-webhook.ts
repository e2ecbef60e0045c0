import type { Language } from '#contract/users.ts';
import type { Notification } from './notification.ts';

interface PausedWebhook {
  readonly language: Language;
  /** Of the receiver. The rest of its address may be secret. */
  readonly host: string;
  /** The application's address; empty when it is not set. */
  readonly appUrl: string;
}

interface PausedWords {
  subject(host: string): string;
  lead(host: string): string;
  cure: string;
  because: string;
  noReplies: string;
}

const WORDS: Readonly<Record<Language, PausedWords>> = {
  en: {
    subject: (host) => `Webhook to ${host} paused`,
    lead: (host) => `Nothing could be delivered to ${host} for 5 days, so Kwit sends it nothing more.`,
    cure: 'Mend the receiver, then switch the webhook on again under Administration, Webhooks.',
    because: 'You receive this because you are a developer.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    subject: (host) => `Webhook do ${host} wstrzymany`,
    lead: (host) => `Od 5 dni nie udało się nic dostarczyć do ${host}, więc Kwit nic więcej tam nie wysyła.`,
    cure: 'Napraw odbiorcę, a potem włącz webhook ponownie: Administracja, Webhooki.',
    because: 'Dostajesz tę wiadomość, bo masz rolę dewelopera.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to developers about a webhook that failed for too long (docs/rules/events.md#paused-webhooks). */
export function pausedWebhook({ language, host, appUrl }: PausedWebhook): Notification {
  const words = WORDS[language];
  return {
    language,
    subject: words.subject(host),
    blocks: [
      { kind: 'line', text: words.lead(host) },
      { kind: 'line', text: words.cure },
      ...(appUrl === '' ? [] : [{ kind: 'link' as const, text: null, url: `${appUrl}/admin/webhooks` }]),
    ],
    footer: [words.because, words.noReplies],
    off: null,
  };
}
