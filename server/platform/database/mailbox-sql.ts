/**
 * The mailbox of the address in a column, in SQL, as `mailboxOf` has it: an index is made of the same words.
 *
 * @param position the function of this database that finds one text in another, from 1.
 */
export const mailboxSql = (column: string, position: 'instr' | 'strpos'): string => {
  const [plus, at] = [`${position}(${column}, '+')`, `${position}(${column}, '@')`];
  return `case when ${plus} > 1 and ${plus} < ${at} then substr(${column}, 1, ${plus} - 1) || substr(${column}, ${at}) else ${column} end`;
};
