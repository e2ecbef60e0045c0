import type { Language } from '#contract/words.ts';
import type { Message } from './mailer.ts';

/** The HTML that every mail has in common: its frame, and how people's words are escaped in it. */

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML: no character of it is markup. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

/**
 * A message in HTML. Its only colours are greys that one can read on white and on black, so a mail program's dark mode
 * breaks nothing.
 *
 * @param body markup, in which the caller has `escaped` people's words.
 */
export function htmlMessage(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`;
}

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

interface SignIn {
  /** 8 digits. */
  readonly code: string;
  readonly language: Language;
  readonly appName: string;
  /** The page that takes the code; empty while no address is configured. */
  readonly appUrl: string;
  /** For how many minutes the code is valid. */
  readonly minutes: number;
}

interface Words {
  readonly subject: string;
  readonly lead: string;
  readonly validity: string;
  readonly ignore: string;
}

/**
 * The message with a one-time code (docs/rules/sign-in.md#code). The code stands on a line of its own, and not in the
 * subject, which phones show on a locked screen.
 */
export function signInMessage(signIn: SignIn): Omit<Message, 'to'> {
  const words = signIn.language === 'pl' ? inPolish(signIn) : inEnglish(signIn);
  return { subject: words.subject, text: asText(signIn, words), html: asHtml(signIn, words) };
}

function inPolish({ appName, minutes }: SignIn): Words {
  const forms = { one: 'minutę', few: 'minuty', many: 'minut', other: 'minuty', zero: 'minut', two: 'minuty' };
  const unit = forms[new Intl.PluralRules('pl').select(minutes)];
  return {
    subject: `Kod logowania – ${appName}`,
    lead: `Twój kod logowania do aplikacji ${appName}:`,
    validity: `Kod jest ważny ${minutes} ${unit} i działa tylko raz. Nikomu go nie podawaj.`,
    ignore: 'Jeśli to nie Ty się logujesz, zignoruj tę wiadomość. Bez kodu nikt się nie zaloguje.',
  };
}

function inEnglish({ appName, minutes }: SignIn): Words {
  const unit = minutes === 1 ? 'minute' : 'minutes';
  return {
    subject: `Sign-in code – ${appName}`,
    lead: `Your sign-in code for ${appName}:`,
    validity: `The code is valid for ${minutes} ${unit} and works once. Do not share it with anyone.`,
    ignore: 'If you are not signing in, ignore this message. Nobody can sign in without the code.',
  };
}

function asText({ code, appUrl }: SignIn, { lead, validity, ignore }: Words): string {
  const address = appUrl ? [appUrl, ''] : [];
  return [lead, '', `    ${code}`, '', validity, '', ...address, ignore, ''].join('\n');
}

function asHtml({ code, language, appUrl }: SignIn, words: Words): string {
  const address = escaped(appUrl);
  const link = appUrl ? `<p style="margin:0 0 16px"><a href="${address}">${address}</a></p>` : '';
  return htmlMessage(
    language,
    words.subject,
    `<p style="margin:0 0 16px">${escaped(words.lead)}</p>
<p style="margin:0 0 16px;padding:16px;border:1px solid #888;border-radius:8px;text-align:center;\
font:700 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">
${code}
</p>
<p style="margin:0 0 16px">${escaped(words.validity)}</p>
${link}
<p style="margin:0;font-size:14px;opacity:.75">${escaped(words.ignore)}</p>`,
  );
}
