/** What only lists and the board say, in both languages: it comes with their code and takes no request. */
export { default as en } from './lists.en.json';
export { default as pl } from './lists.pl.json';
