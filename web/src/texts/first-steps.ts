/** Texts of the first steps in both languages: they come with the code of the steps and take no request. */
export { default as en } from './first-steps.en.json';
export { default as pl } from './first-steps.pl.json';
