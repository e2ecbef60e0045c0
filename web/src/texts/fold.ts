/** Lower case without diacritics, as the service folds texts for its search: `lodz` finds `Łódź`. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase();
