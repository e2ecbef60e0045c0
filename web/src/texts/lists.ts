/** Texts of lists and the board, in both languages: they come with their code and take no request. */
export { default as en } from './lists.en.json';
export { default as pl } from './lists.pl.json';
