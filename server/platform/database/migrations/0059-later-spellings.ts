/** Tickets that are there have words in fewer spellings in the indexes. Housekeeping writes them anew, and counts how far it is. */
export const laterSpellings = {
  name: '0059-later-spellings',
  statements: () => [
    `insert into counters (name, value) select 'later spellings', 0 where exists (select 1 from tickets)`,
  ],
};
