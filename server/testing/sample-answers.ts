import { ENGLISH_ANSWERS } from './english-answers.ts';
import { POLISH_ANSWERS } from './polish-answers.ts';

/** A ticket with its answer, and how another person asks for the same later: a sample to measure what `similar` finds. */
export interface SampleAnswer {
  readonly title: string;
  readonly text: string;
  readonly answer: string;
  /** The later report: its title, and as much of its description as the person has typed. */
  readonly asked: readonly [title: string, text: string];
}

export const SAMPLE_ANSWERS: readonly SampleAnswer[] = [...POLISH_ANSWERS, ...ENGLISH_ANSWERS];

/** Answers about the same subjects, for which no report of the sample asks. */
export const OTHER_ANSWERS: readonly (readonly [title: string, text: string, answer: string])[] = [
  [
    'Jak zainstalować klienta VPN na nowym laptopie?',
    'Dostałem nowy laptop i nie mam VPN.',
    'Klient jest w Portalu firmy; po instalacji uruchomić ponownie.',
  ],
  [
    'VPN działa, ale nie widzę dysków sieciowych',
    'Po połączeniu VPN dyski są czerwone.',
    'Mapowanie trzeba odświeżyć skryptem na pulpicie.',
  ],
  ['Drukarka drukuje blade kolory', 'Wydruki z drukarki przy sekretariacie są wyblakłe.', 'Wymieniono toner i bęben.'],
  [
    'Drukarka nie drukuje dwustronnie',
    'Od aktualizacji drukuje tylko po jednej stronie kartki.',
    'Włączono moduł dupleksu w sterowniku.',
  ],
  [
    'Prośba o nową drukarkę do działu',
    'Potrzebujemy drukarki kolorowej na drugie piętro.',
    'Zamówiono, dostawa w przyszłym tygodniu.',
  ],
  [
    'Stopka w Outlooku znika',
    'Po aktualizacji nie ma mojej stopki w nowych wiadomościach.',
    'Stopki są teraz przechowywane w chmurze; utworzyć ponownie.',
  ],
  [
    'Nie mogę wysłać maila z dużym załącznikiem',
    'Wiadomość z plikiem 40 MB wraca z błędem.',
    'Limit to 25 MB; większe pliki przez OneDrive.',
  ],
  [
    'Zapomniałem hasła do komputera',
    'Po urlopie nie pamiętam hasła do Windows.',
    'Hasło zresetowano po weryfikacji telefonicznej.',
  ],
  [
    'Hasło wygasa zbyt często',
    'Co miesiąc muszę zmieniać hasło do domeny.',
    'Okres ważności hasła wydłużono do 180 dni.',
  ],
  [
    'Kamera nie działa w Teams',
    'Na spotkaniu widać czarny obraz zamiast mnie.',
    'Przesłona kamery była zasunięta klawiszem F8.',
  ],
  [
    'Teams nie pokazuje kalendarza',
    'Zakładka kalendarz w Teams jest pusta.',
    'Skrzynka została przeniesiona; wylogować i zalogować ponownie.',
  ],
  [
    'Faktura wysłana do złego klienta',
    'Faktura sprzedaży trafiła na zły adres e-mail.',
    'Poprawiono adres w kartotece klienta i wysłano korektę.',
  ],
  [
    'Raport magazynowy pokazuje ujemne stany',
    'W raporcie magazynu są stany poniżej zera.',
    'Przeliczono stany po zamknięciu miesiąca.',
  ],
  [
    'Laptop się przegrzewa',
    'Wentylator laptopa pracuje cały czas.',
    'Wyczyszczono układ chłodzenia i wymieniono pastę.',
  ],
  [
    'Laptop nie ładuje się ze stacji dokującej',
    'W stacji dokującej bateria się rozładowuje.',
    'Zasilacz stacji miał za małą moc; wymieniono na 130 W.',
  ],
  ['Brak sieci WiFi w magazynie', 'Skanery w magazynie tracą WiFi między regałami.', 'Dodano dwa punkty dostępowe.'],
  ['Nowa karta wejściowa dla pracownika', 'Nowy pracownik potrzebuje karty do drzwi.', 'Karta do odbioru w recepcji.'],
  [
    'Telefon służbowy nie łączy się z internetem',
    'Brak transmisji danych na telefonie służbowym.',
    'Ustawiono właściwy APN.',
  ],
  ['Urlop nie odlicza się od limitu', 'Po akceptacji urlopu limit dni się nie zmienia.', 'Limit przelicza się w nocy.'],
  [
    'Dostęp do folderu Zarząd',
    'Proszę o dostęp do folderu zarządu na serwerze.',
    'Odmowa: dostęp tylko dla członków zarządu.',
  ],
  ['Kurs dolara w cenniku', 'Czy cennik może używać kursu dolara z dnia?', 'Tak, włączono przeliczanie codzienne.'],
  ['Invoice PDF has the old logo', 'Customers still receive invoices with the old logo.', 'Uploaded the new template.'],
  [
    'Invoice numbers are not consecutive',
    'There is a gap in the invoice numbers of March.',
    'A cancelled draft took the number; documented for audit.',
  ],
  [
    'Label printer prints too dark',
    'Barcodes on labels cannot be read by the scanner.',
    'Reduced the print darkness to 12.',
  ],
  ['Warehouse scanners need new batteries', 'The batteries of the scanners last two hours.', 'Ordered 20 batteries.'],
  [
    'Calendar of the meeting room is double booked',
    'Two meetings are in the same room at the same time.',
    'The room now declines conflicts.',
  ],
  [
    'Outlook search finds nothing',
    'Searching mail in Outlook returns no results.',
    'Rebuilt the Windows search index.',
  ],
  [
    'Git clone is very slow',
    'Cloning the main repository takes an hour.',
    'Use a shallow clone; old binaries were removed.',
  ],
  [
    'CI pipeline waits for an agent',
    'Builds are queued for half an hour in the morning.',
    'Added two agents to the pool.',
  ],
  [
    'Customer cannot reset the portal password',
    'The reset mail does not arrive for portal customers.',
    'Their mail server blocked us; support wrote to them.',
  ],
  ['Webshop shows wrong prices', 'Prices in the shop are without VAT.', 'Price list switched to gross.'],
  ['Payment by card is declined', 'Some customers cannot pay by Visa.', 'The acquirer had an outage for two hours.'],
  ['Power BI licence for the sales team', 'Three people need Power BI Pro.', 'Licences assigned.'],
  ['Ubuntu laptop does not wake from sleep', 'The screen stays black after sleep.', 'Updated the BIOS and the kernel.'],
  ['Android phone needs work profile', 'Set up work apps on a private Android phone.', 'Enrolled with MDM.'],
  ['Spam mails about invoices', 'We get spam with fake invoices every day.', 'Tightened the spam filter.'],
  ['Intranet page is not found', 'The link to the canteen menu gives 404.', 'Corrected the link.'],
  [
    'Database backup takes too long',
    'The nightly backup of the orders database runs into the morning.',
    'Switched to incremental backups.',
  ],
  ['New keyboard and mouse', 'My keyboard has a broken key.', 'Handed out from stock.'],
  [
    'PDF export of the report cuts the last column',
    'The report in PDF is cut on the right.',
    'Landscape is now the default.',
  ],
];
