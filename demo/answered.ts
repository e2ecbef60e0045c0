import type { Story } from './story.ts';

/** Reports that were closed with an answer. */
export const ANSWERED: readonly Story[] = [
  {
    by: 'ada',
    daysAgo: 58,
    project: 'workplace',
    category: 'bug',
    urgency: 'high',
    to: 'tom',
    status: 'closed',
    priority: 'high',
    hours: 2,
    title: 'Drukarka na 2. piętrze zacina papier',
    text: 'Od poniedziałku co druga strona zacina się w podajniku drukarki przy sekretariacie na drugim piętrze. Po wyjęciu papieru drukuje dwie strony i staje znowu. Próbowałam innego papieru i restartu.',
    said: [
      { by: 'tom', text: 'Is it tray 1 or tray 2?' },
      { by: 'ada', text: 'Podajnik 2, w jedynce jest papier firmowy.' },
      { by: 'tom', text: 'Roller kit is in stock, serial on the shelf label.', internal: true },
    ],
    question: 'Dlaczego drukarka zacina papier z podajnika 2?',
    answer:
      'Wymieniono rolki podajnika 2 (zestaw serwisowy co 150 tys. stron). Jeśli problem wróci w innej drukarce tej serii: sprawdzić licznik stron w menu serwisowym.',
  },
  {
    by: 'grace',
    daysAgo: 55,
    project: 'erp',
    category: 'bug',
    urgency: 'critical',
    to: 'ewa',
    status: 'closed',
    priority: 'critical',
    hours: 6,
    title: 'Invoices to Germany show the wrong VAT rate',
    text: 'Since this morning every invoice for a German customer is issued with 23 % VAT instead of the reverse charge. Steps: open order 10412, issue the invoice, look at the VAT line. Expected 0 % with the reverse charge note.',
    said: [
      {
        by: 'ewa',
        text: 'I can reproduce it: the customer import of last night cleared the EU VAT flag. Working on it now.',
      },
      { by: 'grace', text: 'Thank you! We hold back eleven invoices until then.' },
    ],
    question: 'Why do invoices to another EU country show 23 % VAT?',
    answer:
      'The nightly customer import overwrote the EU VAT flag with an empty value. The import now leaves empty columns alone; 312 customers were repaired from the backup, and the eleven invoices can be issued.',
    file: { name: 'invoices.csv', text: 'number,customer,vat\n10412,Müller GmbH,23\n10415,Bauhaus AG,23\n' },
  },
  {
    by: 'jan',
    daysAgo: 51,
    project: 'intranet',
    category: 'question',
    to: 'marek',
    status: 'closed',
    hours: 1,
    title: 'Jak przedłużyć dostęp VPN dla praktykanta?',
    text: 'Praktykant w dziale zakupów ma dostęp do VPN tylko do końca miesiąca, a zostaje do września. Kto to przedłuża?',
    question: 'Kto przedłuża dostęp VPN dla praktykanta?',
    answer:
      'Przedłuża kierownik działu we wniosku „Dostęp zdalny” w intranecie (Kadry → Wnioski). Zmiana działa po godzinie, nie trzeba nic instalować. Ten dostęp przedłużyliśmy do 30 września.',
  },
  {
    by: 'liam',
    daysAgo: 47,
    project: 'workplace',
    category: 'bug',
    urgency: 'normal',
    to: 'tom',
    status: 'closed',
    hours: 3,
    title: 'Wi-Fi drops in meeting room Vistula',
    text: 'In the meeting room Vistula the Wi-Fi drops every ten to fifteen minutes for about a minute. It happens to everybody in the room, on laptops and phones. In the corridor next to it everything is fine.',
    question: 'Why does the Wi-Fi drop in a meeting room?',
    answer:
      'The access point of Vistula was on the same channel as the neighbours upstairs. Moved to channel 44 with fixed power; no drop in five days of monitoring.',
  },
  {
    by: 'olga',
    daysAgo: 40,
    project: 'shop',
    category: 'improvement',
    to: 'ewa',
    status: 'closed',
    priority: 'normal',
    hours: 8,
    title: 'Filtr dostępności na liście produktów',
    text: 'Klienci pytają, czy da się ukryć produkty, których nie ma w magazynie. Przydałby się filtr „dostępne od ręki” na liście i w wynikach wyszukiwania.',
    said: [
      { by: 'ewa', text: 'Zrobimy jako przełącznik nad listą, domyślnie wyłączony. Pasuje?' },
      { by: 'olga', text: 'Tak, dokładnie o to chodziło.' },
    ],
    question: 'Jak ukryć produkty, których nie ma w magazynie?',
    answer:
      'Dodano przełącznik „Dostępne od ręki” na liście i w wyszukiwarce; stan trzyma się w adresie, więc link można wysłać. Stan magazynu odświeża się co 5 minut.',
    reopened: {
      text: 'Na telefonie nie widać tego przełącznika.',
      answer: 'Przełącznik „Dostępne od ręki” jest teraz także na telefonie, w panelu „Filtry”.',
    },
  },
];
