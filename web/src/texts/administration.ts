/**
 * What administration and the later of the first steps say, in both languages: it comes with the code and takes no request.
 * Whatever only administration says is in `operating`.
 */
export { default as en } from './admin.en.json';
export { default as pl } from './admin.pl.json';
