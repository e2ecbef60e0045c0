/** A form with a table: a long title, a word that Kwit does not have, and a row that is rejected. */
export function tableToImport(long: string): FormData {
  const rows = [
    `${long.slice(0, 150)},submitted,${long.slice(0, 200)},new.person@example.com`,
    'Two,Done,,',
    ',closed,,',
  ];
  const form = new FormData();
  form.set('file', new File([['Title,Status,Sprint,Reporter email', ...rows, ''].join('\n')], 'old-tickets.csv'));
  return form;
}
