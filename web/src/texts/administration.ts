/**
 * Texts of administration and the later first steps, in both languages: they come with the code and take no request.
 * Whatever only administration says is in `operating`.
 */
export { default as en } from './admin.en.json';
export { default as pl } from './admin.pl.json';
