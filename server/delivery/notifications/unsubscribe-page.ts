import type { Language } from '#contract/users.ts';
import { escaped, htmlMessage } from '#platform';
import type { Interest } from './recipients.ts';
import type { Offer } from './unsubscribe.ts';

interface Words {
  which: Record<Interest, string>;
  off(which: string): string;
  button: string;
  done(which: string): string;
  back: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    which: { ticket_status: 'new, assigned and changed tickets', developer_comment: 'comments' },
    off: (which) => `Turn off messages about ${which}?`,
    button: 'Turn them off',
    done: (which) => `Messages about ${which} are turned off.`,
    back: 'You can turn them on again in your profile.',
  },
  pl: {
    which: { ticket_status: 'nowych, przypisanych i zmienionych zgłoszeniach', developer_comment: 'komentarzach' },
    off: (which) => `Wyłączyć wiadomości o ${which}?`,
    button: 'Wyłącz',
    done: (which) => `Wiadomości o ${which} są wyłączone.`,
    back: 'W profilu można je znów włączyć.',
  },
};

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

/** A page with a button, because programs that check mails open every address in them. */
export function offerPage({ interest, language }: Offer): string {
  const { off, which, button } = WORDS[language];
  const question = off(which[interest]);
  const form = `<form method="post"><button style="font:inherit;padding:8px 16px">${escaped(button)}</button></form>`;
  return htmlMessage(language, question, `${paragraph(question)}\n${form}`);
}

export function donePage({ interest, language }: Offer): string {
  const { done, which, back } = WORDS[language];
  const sentence = done(which[interest]);
  return htmlMessage(language, sentence, `${paragraph(sentence)}\n${paragraph(back)}`);
}
