import type { MailInSettings } from '#contract/mail-in.ts';
import type { MailInStep } from '#contract/mail-in-words.ts';
import type { Language } from '#contract/words.ts';
import { carriersOf } from '../addresses.ts';

/** The texts of the steps, beside the words of the other side; {0} and {1} are the values of a line. */
const ENGLISH = {
  words: '{0}',
  another_run: 'Another run of this step began.',
  no_domain: 'Name the domain of mail in first.',
  send_to: 'Send any mail to {0}.',
  no_provider: 'No mail provider is configured: choose one in the settings of mail.',
  built_in: 'Sent to {0}, into the built-in mailbox, which delivers to nobody.',
  accepted: 'The provider accepted it for {0}. Waiting for it to come in.',
  not_accepted: 'The provider did not accept it: {0}',
  nobody_answers: 'Nobody answers at {0}.',
  answers: '{0} answers: {1}',
  postfix: 'Postfix: in main.cf: recipient_delimiter = +; in transport: {0} {1}',
  exchange: 'Exchange: a connector for {0} to this machine, and an accepted domain of the kind "internal relay".',
  google: 'Google Workspace: a host for {0} under Apps › Gmail › Hosts, and a route to it; then write to {1}.',
  no_mailbox: 'The mailbox cannot be read: {0}',
  programs: 'Programs may post mails to /api/mail-in/raw.',
  no_way:
    'No way in: set MAIL_IN_LISTEN or MAIL_IN_IMAP and start Kwit again, or make a secret for programs that post mails.',
  automatic: 'An automatic answer is filed as: {0}.',
  bounce: 'A report about a delivery is filed as: {0}.',
  nothing_sent: 'Nothing was sent.',
  late_way_in: 'It did not end.',
  late_round_trip: 'The provider accepted the mail, and it was not seen here.',
  late_subaddress: 'Your provider drops sub-addresses: one carrier less. Switch them off.',
  late_sender: 'No mail came.',
  late_reply: 'No answer came.',
  late_machine: 'It did not end.',
  is_machine: 'It is filed as written by a machine. Nothing was made of it, and nothing was sent.',
  is_no_machine: 'No header says that a machine wrote it: it would have become a comment.',
  address_arrived: 'The address with its +: arrived.',
  address_dropped: 'The address with its +: was dropped.',
  message_id_arrived: 'Our Message-ID in In-Reply-To or References: arrived.',
  message_id_dropped: 'Our Message-ID in In-Reply-To or References: was dropped.',
  reference_line_arrived: 'The line Kwit-Ref: arrived.',
  reference_line_dropped: 'The line Kwit-Ref: was dropped.',
  kept: 'Kept: {0}',
  cut: 'Cut: {0}',
  came_back: 'It came back as {0}.',
  verified: '{0} is verified: {1}',
  no_results: 'The mail has no Authentication-Results.',
  unverified: 'No such header: reports by mail stay held; replies work all the same.',
  subject: 'Mail check – {0}',
  reply_please: 'Reply to this message with one word.',
};

type Key = keyof typeof ENGLISH;

const POLISH: Readonly<Record<Key, string>> = {
  words: '{0}',
  another_run: 'Ten krok uruchomiono od nowa.',
  no_domain: 'Najpierw podaj domenę, na którą przychodzi poczta.',
  send_to: 'Wyślij dowolną wiadomość na {0}.',
  no_provider: 'Nie ma dostawcy poczty: wybierz go w ustawieniach poczty.',
  built_in: 'Wysłano na {0} do wbudowanej skrzynki, która nikomu nie dostarcza.',
  accepted: 'Dostawca przyjął wiadomość do {0}. Kwit czeka, aż przyjdzie.',
  not_accepted: 'Dostawca jej nie przyjął: {0}',
  nobody_answers: 'Pod {0} nikt nie odpowiada.',
  answers: '{0} odpowiada: {1}',
  postfix: 'Postfix: w main.cf: recipient_delimiter = +; w transport: {0} {1}',
  exchange: 'Exchange: łącznik dla {0} do tej maszyny i akceptowana domena typu „przekaźnik wewnętrzny”.',
  google: 'Google Workspace: host dla {0} w Aplikacje › Gmail › Hosty i trasa do niego; potem napisz na {1}.',
  no_mailbox: 'Nie da się odczytać skrzynki: {0}',
  programs: 'Programy mogą wysyłać wiadomości na /api/mail-in/raw.',
  no_way:
    'Nie ma drogi do Kwita: ustaw MAIL_IN_LISTEN albo MAIL_IN_IMAP i uruchom go ponownie albo utwórz sekret dla programów.',
  automatic: 'Automatyczna odpowiedź trafia do: {0}.',
  bounce: 'Raport o dostarczeniu trafia do: {0}.',
  nothing_sent: 'Nic nie zostało wysłane.',
  late_way_in: 'Krok się nie skończył.',
  late_round_trip: 'Dostawca przyjął wiadomość, ale tu jej nie widać.',
  late_subaddress: 'Dostawca gubi adresy z plusem: o jeden znak mniej. Wyłącz je.',
  late_sender: 'Nie przyszła żadna wiadomość.',
  late_reply: 'Nie przyszła odpowiedź.',
  late_machine: 'Krok się nie skończył.',
  is_machine: 'Uznano ją za wiadomość od automatu. Nic z niej nie powstało i nic nie wysłano.',
  is_no_machine: 'Żaden nagłówek nie mówi, że napisał ją automat: powstałby komentarz.',
  address_arrived: 'Adres z plusem: doszedł.',
  address_dropped: 'Adres z plusem: zgubiono po drodze.',
  message_id_arrived: 'Nasz Message-ID w In-Reply-To albo References: doszedł.',
  message_id_dropped: 'Nasz Message-ID w In-Reply-To albo References: zgubiono po drodze.',
  reference_line_arrived: 'Wiersz Kwit-Ref: doszedł.',
  reference_line_dropped: 'Wiersz Kwit-Ref: zgubiono po drodze.',
  kept: 'Zachowane: {0}',
  cut: 'Odcięte: {0}',
  came_back: 'Wróciła jako {0}.',
  verified: '{0} jest potwierdzony: {1}',
  no_results: 'Wiadomość nie ma Authentication-Results.',
  unverified: 'Bez tego nagłówka zgłoszenia pocztą czekają na decyzję; odpowiedzi działają mimo to.',
  subject: 'Próba poczty – {0}',
  reply_please: 'Odpowiedz na tę wiadomość jednym słowem.',
};

/** A line that a step says, in no language yet. */
export type CheckLine = readonly [Key, ...string[]];

export const checkText = ([key, ...values]: CheckLine, language: Language): string =>
  (language === 'pl' ? POLISH : ENGLISH)[key].replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '');

/** The letter of a step, part by part. */
export function letterOf(step: MailInStep, nonce: string, values: MailInSettings, language: Language): string[] {
  const { reference } = carriersOf(nonce, 1, values);
  return step === 'reply' ? [checkText(['reply_please'], language), reference] : [reference];
}
