/**
 * Texts of the first steps, and of what administration shows of them, in both languages: they come with the code and take no
 * request. Whatever only administration says is in `operating`.
 */
export { default as en } from './admin.en.json';
export { default as pl } from './admin.pl.json';
