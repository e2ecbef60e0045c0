import type { Language } from '#contract/users.ts';
import { escaped, htmlMessage } from './html-frame.ts';
import type { Message } from './mailer.ts';

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
