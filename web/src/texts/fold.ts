/** Lower case without diacritics, as the service folds what it searches: `lodz` finds `Łódź`. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase()
