import type { SampleAnswer } from './sample-answers.ts';

export const POLISH_ANSWERS: readonly SampleAnswer[] = [
  {
    title: 'VPN rozłącza się co kilka minut',
    text: 'Pracuję z domu i od wczoraj połączenie VPN zrywa się co pięć minut. Internet działa normalnie.',
    answer: 'Router w domu usypiał sesję UDP. Przełączyliśmy klienta na TCP i połączenie jest stabilne.',
    asked: ['Zrywa mi połączenie z VPN-em', 'Kilka razy na godzinę rozłącza mnie z siecią firmową, pracuję zdalnie.'],
  },
  {
    title: 'Nie mogę zalogować się do VPN po zmianie hasła',
    text: 'Zmieniłam hasło do domeny i klient VPN odrzuca nowe. Stare też nie działa.',
    answer: 'Klient zapamiętał stare hasło. Trzeba je usunąć w Menedżerze poświadczeń i wpisać nowe.',
    asked: ['VPN nie przyjmuje nowego hasła', 'Po wymuszonej zmianie hasła nie mogę się zalogować do VPN z domu.'],
  },
  {
    title: 'Drukarka na 2. piętrze zacina papier',
    text: 'Co druga strona zacina się w podajniku drukarki przy sekretariacie.',
    answer: 'Wymieniono rolki podajnika. Jeśli problem wróci, sprawdzić licznik stron w menu serwisowym.',
    asked: [
      'W drukarce ciągle zacina się papier',
      'Wyciągam pogniecione kartki z podajnika, drukarka przy sekretariatach.',
    ],
  },
  {
    title: 'Drukarka nie skanuje na adres e-mail',
    text: 'Skan do poczty kończy się błędem uwierzytelnienia SMTP. Drukowanie działa.',
    answer: 'Konto skanera miało wygasłe hasło. Ustawiono nowe hasło konta w panelu urządzenia.',
    asked: [
      'Skanowanie do maila nie działa',
      'Urządzenie wielofunkcyjne pokazuje błąd SMTP przy skanie, drukuje dobrze.',
    ],
  },
  {
    title: 'Wydruki z SAP wychodzą z krzakami zamiast polskich liter',
    text: 'Na fakturach drukowanych z SAP zamiast ą i ę są znaki zapytania.',
    answer: 'Drukarka miała niewłaściwą stronę kodową. Ustawiono urządzenie wyjściowe z kodowaniem Unicode.',
    asked: ['Polskie znaki nie drukują się na fakturze', 'Zamiast ogonków mam krzaki na wydruku z systemu SAP.'],
  },
  {
    title: 'Outlook nie odbiera nowych wiadomości',
    text: 'Od rana w Outlooku nie pojawiają się nowe maile, w przeglądarce są widoczne.',
    answer: 'Skrzynka przekroczyła limit pliku OST. Skrócono okres synchronizacji do roku i plik odbudowano.',
    asked: ['Nowe maile nie przychodzą w Outlooku', 'Przez stronę widzę wiadomości, a program ich nie pobiera.'],
  },
  {
    title: 'Brak miejsca na dysku sieciowym H:',
    text: 'Przy zapisie pliku pojawia się komunikat, że dysk H jest pełny.',
    answer: 'Zwiększono przydział działu do 200 GB i przeniesiono archiwum z 2019 roku na tańszy wolumin.',
    asked: ['Dysk H pełny, nie da się zapisać plików', 'Komunikat o braku miejsca na dysku wspólnym.'],
  },
  {
    title: 'Zablokowane konto po kilku próbach logowania',
    text: 'Pomyliłem hasło trzy razy i system mówi, że konto jest zablokowane.',
    answer: 'Konto odblokowano. Blokada mija sama po 30 minutach; telefon ze starym hasłem blokował je ponownie.',
    asked: ['Zablokowało mi konto', 'Wpisałam złe hasło i teraz logowanie jest zablokowane.'],
  },
  {
    title: 'Proszę o dostęp do folderu Kadry',
    text: 'Przeszłam do działu kadr i nie mam uprawnień do folderu Kadry na serwerze plików.',
    answer: 'Uprawnienia nadaje właściciel folderu przez wniosek w intranecie. Dodano do grupy KADRY-RW.',
    asked: ['Uprawnienia do katalogu Kadry', 'Nowa osoba w kadrach nie otwiera folderów na serwerze.'],
  },
  {
    title: 'Monitor miga po podłączeniu do stacji dokującej',
    text: 'Drugi monitor miga i gaśnie co chwilę, gdy laptop stoi w stacji dokującej.',
    answer: 'Pomogła aktualizacja oprogramowania stacji dokującej i wymiana kabla DisplayPort.',
    asked: ['Migający ekran przez stację dokującą', 'Po wpięciu laptopa w stację zewnętrzny monitor gaśnie i wraca.'],
  },
  {
    title: 'Laptop bardzo wolno się uruchamia',
    text: 'Od włączenia do pulpitu mija dziesięć minut, dysk cały czas pracuje.',
    answer: 'Wymieniono dysk talerzowy na SSD i wyłączono zbędne programy w autostarcie.',
    asked: ['Komputer uruchamia się kilkanaście minut', 'Włączam laptopa rano i długo czekam na pulpit.'],
  },
  {
    title: 'Nie działa dźwięk na spotkaniach Teams',
    text: 'Inni mnie nie słyszą w Teams, mikrofon w ustawieniach Windows działa.',
    answer: 'W Teams było wybrane złe urządzenie. Należy w ustawieniach spotkania wskazać mikrofon słuchawek.',
    asked: ['Na Teamsach nikt mnie nie słyszy', 'Mikrofon w słuchawkach działa w systemie, ale w spotkaniu cisza.'],
  },
  {
    title: 'Faktura w ERP nie daje się zatwierdzić',
    text: 'Przycisk zatwierdzenia faktury kosztowej jest nieaktywny, choć wszystkie pola są wypełnione.',
    answer: 'Brakowało centrum kosztów na drugiej pozycji. Po uzupełnieniu przycisk staje się aktywny.',
    asked: ['Nie mogę zatwierdzić faktury kosztowej', 'Przycisk zatwierdzania jest szary w ERP.'],
  },
  {
    title: 'Eksport raportu sprzedaży do Excela przerywa się',
    text: 'Przy eksporcie ponad 50 tysięcy wierszy raport kończy się błędem przekroczenia czasu.',
    answer: 'Eksport dużych raportów idzie teraz w tle, a plik przychodzi mailem po kilku minutach.',
    asked: ['Raport sprzedaży nie eksportuje się do Excela', 'Po minucie błąd limitu czasu, wierszy jest dużo.'],
  },
  {
    title: 'Zły kurs euro na zamówieniach',
    text: 'System wziął kurs EUR z piątku zamiast z poniedziałku i kwoty się nie zgadzają.',
    answer: 'Zadanie pobierające tabelę kursów NBP stało po aktualizacji. Uruchomione, kursy uzupełnione.',
    asked: ['Nieaktualne kursy walut w systemie', 'Zamówienie w euro przeliczyło się po starym kursie NBP.'],
  },
  {
    title: 'Nie przychodzi SMS z kodem do banku',
    text: 'Nowy telefon służbowy nie dostaje SMS-ów autoryzacyjnych, zwykłe przychodzą.',
    answer: 'Operator blokował SMS premium na nowych kartach. Blokadę zdjęto na infolinii dla firm.',
    asked: ['Telefon służbowy nie odbiera SMS-ów z kodem', 'Kody autoryzacyjne nie dochodzą na nową kartę.'],
  },
  {
    title: 'WiFi w sali konferencyjnej nie działa dla gości',
    text: 'Goście łączą się z siecią Guest, ale nie wyświetla się strona logowania.',
    answer: 'Wygasł certyfikat portalu dla gości. Certyfikat odnowiono i ustawiono przypomnienie.',
    asked: [
      'Goście nie mogą połączyć się z wifi',
      'W salach konferencyjnych nie otwiera się strona logowania sieci gościnnej.',
    ],
  },
  {
    title: 'Czytnik kart przy wejściu nie otwiera drzwi',
    text: 'Moja karta nie działa w czytniku przy wejściu od parkingu, przy głównym działa.',
    answer: 'Strefa parkingu nie była przypisana do karty po przeniesieniu działu. Uprawnienie dodano.',
    asked: [
      'Karta nie otwiera drzwi od parkingu',
      'Czytniki przy parkingu świecą na czerwono, przy wejściu głównym jest dobrze.',
    ],
  },
  {
    title: 'Podpis elektroniczny nie działa w przeglądarce Chrome',
    text: 'Strona ZUS nie widzi karty z podpisem kwalifikowanym.',
    answer: 'Trzeba zainstalować rozszerzenie dostawcy podpisu i ponownie uruchomić przeglądarkę.',
    asked: ['ZUS nie widzi mojego podpisu kwalifikowanego', 'Przeglądarka nie wykrywa karty do podpisywania.'],
  },
  {
    title: 'Przekierowanie telefonu stacjonarnego na komórkę',
    text: 'Będę na urlopie i chcę przekierować numer z biurka na komórkę służbową.',
    answer: 'Przekierowanie włącza się kodem *21 i numerem komórki, wyłącza kodem #21.',
    asked: ['Jak przekierować telefon z biurka?', 'Rozmowy przychodzące na stacjonarny mają iść na komórkę.'],
  },
  {
    title: 'Antywirus usunął plik z makrami',
    text: 'Po otwarciu arkusza z makrami Defender przeniósł go do kwarantanny.',
    answer: 'Plik przywrócono z kwarantanny, a makra podpisano certyfikatem firmowym.',
    asked: ['Defender kasuje arkusz z makrem', 'Mój skoroszyt trafił do kwarantanny antywirusa.'],
  },
  {
    title: 'Nie zapisuje się urlop w systemie kadrowym',
    text: 'Wniosek urlopowy po zapisaniu znika z listy, przełożony go nie widzi.',
    answer: 'Pracownik nie miał przypisanego przełożonego. Po uzupełnieniu struktury wnioski są widoczne.',
    asked: ['Wniosek o urlop znika', 'Kierownik nie dostaje moich wniosków urlopowych.'],
  },
];
