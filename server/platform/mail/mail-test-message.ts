import type { Language } from '#contract/users.ts';
import { escaped, htmlMessage } from './html-frame.ts';
import type { Message } from './mailer.ts';

interface TestMail {
  readonly language: Language;
  readonly appName: string;
  /** The address of Kwit; empty while none is configured. */
  readonly appUrl: string;
  /** The name of the developer who asked for it. */
  readonly asker: string;
}

/** The message that shows a developer that the mail settings work. */
export function testMessage({ language, appName, appUrl, asker }: TestMail): Omit<Message, 'to'> {
  const [subject, ...lines] =
    language === 'pl'
      ? [
          `Wiadomość próbna – ${appName}`,
          `Ta wiadomość dotarła, więc aplikacja ${appName} może wysyłać pocztę.`,
          `Wysłano ją z ustawień; zrobiła to osoba: ${asker}. Nie musisz nic robić.`,
        ]
      : [
          `Test message – ${appName}`,
          `This message has arrived, so ${appName} can send mail.`,
          `It was sent from the settings by ${asker}. There is nothing for you to do.`,
        ];
  const address = appUrl && `<p style="margin:0"><a href="${escaped(appUrl)}">${escaped(appUrl)}</a></p>`;
  const html = lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('\n');
  return {
    subject: subject as string,
    text: [...lines, appUrl]
      .filter((line) => line !== '')
      .join('\n\n')
      .concat('\n'),
    html: htmlMessage(language, subject as string, `${html}\n${address}`),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
