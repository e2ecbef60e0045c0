import type { Language } from '#contract/words.ts';

/** Words to developers about attempts and the check of the provider; {0} and {1} are the values of a line. */
const ENGLISH = {
  words: '{0}',
  too_many_groups: '{0} was left out because there are too many: have the provider send only the groups of this app.',
  no_groups: '{0} is missing: add the scope or the mapper for `{0}` at the provider.',
  strange_groups: '{0} is no list of texts: have the provider send names or ids of groups.',
  strange_address: '{0} is no plain address: it may have ASCII letters alone.',
  no_address: '{0} is missing: add the scope `email`.',
  unverified: 'email_verified is not true: have the provider verify addresses, or trust them in the settings.',
  domain: '{0} is no allowed domain.',
  not_in_group: 'The account is in none of: {0}.',
  inactive: 'The person is deactivated.',
  barred: "{0} was somebody's address, or is one of somebody deactivated.",
  nobody: 'Nobody has the address {0}: invite them, or let accounts be made.',
  linked: '{0} is linked to another account of this provider: unlink that one first.',
  last_developer: 'The groups make this person no developer, but they are the last one: the role stays.',
  would_be_orphaned:
    'The groups make this person no developer, but a project would be left without a lead: the role stays.',
  no_team: 'The team {0} is not there: make it, or correct its name in the settings.',
  last_of_team: 'The groups take this person out of the team {0}, but nobody would be left who works there: they stay.',
  issuer: 'The issuer is {0}.',
  no_issuer: 'The issuer is missing: copy it from the provider.',
  client: 'The client is {0}.',
  no_client: 'The client id is missing: copy it from the provider.',
  redirect: 'Enter {0}/api/auth/oidc/callback as redirect address at the provider.',
  no_app_url: 'The address of this app is missing: set it first.',
  strange_issuer: 'The issuer is no web address.',
  answers: 'The provider answers, and names the same issuer.',
  other_issuer: 'The provider calls itself {0}, and not {1}: enter {0} as issuer.',
  fails: 'The provider does not answer as it should: {0}',
  endpoints: 'It says where to sign in, and which keys it signs with.',
  no_endpoints: 'It does not say where to sign in: is it an OpenID provider?',
  scopes: 'It knows the scopes {0}.',
  unknown_scopes: 'It does not know the scope {0}: take it out, or add it there.',
};

type Key = keyof typeof ENGLISH;

const POLISH: Readonly<Record<Key, string>> = {
  words: '{0}',
  too_many_groups: 'Pominięto {0}, bo grup jest za dużo: niech dostawca wysyła tylko grupy tej aplikacji.',
  no_groups: 'Brakuje {0}: dodaj u dostawcy zakres (scope) albo mapowanie dla `{0}`.',
  strange_groups: '{0} nie jest listą tekstów: niech dostawca wysyła nazwy albo identyfikatory grup.',
  strange_address: '{0} nie jest zwykłym adresem: może mieć tylko litery ASCII.',
  no_address: 'Brakuje {0}: dodaj zakres (scope) `email`.',
  unverified: 'email_verified nie ma wartości true: niech dostawca potwierdza adresy albo zaufaj im w ustawieniach.',
  domain: 'Domena {0} nie jest dozwolona.',
  not_in_group: 'Konto nie należy do żadnej z grup: {0}.',
  inactive: 'Ta osoba jest dezaktywowana.',
  barred: '{0} to czyjś dawny adres albo adres osoby dezaktywowanej.',
  nobody: 'Nikt nie ma adresu {0}: zaproś tę osobę albo wpuszczaj nowe.',
  linked: '{0} ma już połączone inne konto u tego dostawcy: najpierw je odłącz.',
  last_developer: 'Według grup ta osoba nie jest deweloperem, ale nie ma innego: rola zostaje.',
  would_be_orphaned: 'Według grup ta osoba nie jest deweloperem, ale projekt straciłby prowadzącego: rola zostaje.',
  no_team: 'Nie ma zespołu {0}: utwórz go albo popraw nazwę w ustawieniach.',
  last_of_team: 'Według grup ta osoba opuszcza zespół {0}, ale nikt by w nim nie został: zostaje.',
  issuer: 'Wystawca: {0}.',
  no_issuer: 'Brakuje wystawcy: przepisz go od dostawcy.',
  client: 'Klient: {0}.',
  no_client: 'Brakuje identyfikatora klienta: przepisz go od dostawcy.',
  redirect: 'Wpisz u dostawcy adres powrotu {0}/api/auth/oidc/callback.',
  no_app_url: 'Brakuje adresu tej aplikacji: najpierw go ustaw.',
  strange_issuer: 'Wystawca nie jest adresem strony.',
  answers: 'Dostawca odpowiada i podaje tego samego wystawcę.',
  other_issuer: 'Dostawca nazywa się {0}, a nie {1}: wpisz {0} jako wystawcę.',
  fails: 'Dostawca nie odpowiada, jak trzeba: {0}',
  endpoints: 'Mówi, gdzie się logować i jakimi kluczami podpisuje.',
  no_endpoints: 'Nie mówi, gdzie się logować: czy to dostawca OpenID?',
  scopes: 'Zna zakresy (scopes) {0}.',
  unknown_scopes: 'Nie zna zakresu (scope) {0}: usuń go albo dodaj u dostawcy.',
};

/** A line in no language yet. */
export type OidcLine = readonly [Key, ...string[]];

export const oidcText = ([key, ...values]: OidcLine, language: Language): string =>
  (language === 'pl' ? POLISH : ENGLISH)[key].replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '');
