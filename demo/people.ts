/** The people of the demonstration. Those with `developer` are developers; the others report. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly language: 'pl' | 'en';
  readonly developer: boolean;
}

const person = (email: string, name: string, language: 'pl' | 'en', developer = false): DemoPerson => ({
  email: `${email}@example.com`,
  name,
  language,
  developer,
});

export const PEOPLE = {
  ewa: person('ewa', 'Ewa Zielińska', 'pl', true),
  tom: person('tom', 'Tom Baker', 'en', true),
  marek: person('marek', 'Marek Wójcik', 'pl', true),
  ada: person('ada', 'Ada Nowak', 'pl'),
  jan: person('jan', 'Jan Kowalczyk', 'pl'),
  olga: person('olga', 'Olga Świątek', 'pl'),
  piotr: person('piotr', 'Piotr Łuczak', 'pl'),
  grace: person('grace', 'Grace Miller', 'en'),
  liam: person('liam', "Liam O'Connor", 'en'),
  priya: person('priya', 'Priya Shah', 'en'),
} as const;

export type DemoName = keyof typeof PEOPLE;

export const PROJECTS = {
  intranet: { name: 'Intranet', description: 'Portal pracowniczy i baza wiedzy', color: '#2563EB' },
  erp: { name: 'ERP', description: 'Orders, invoices and stock', color: '#059669' },
  workplace: { name: 'Workplace IT', description: 'Laptops, printers, network, accounts', color: '#D97706' },
  shop: { name: 'Sklep', description: 'Sklep internetowy i integracje', color: '#DB2777' },
} as const;

export type DemoProject = keyof typeof PROJECTS;
