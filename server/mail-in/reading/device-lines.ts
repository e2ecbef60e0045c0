/** Lines that telephones put below what one writes. */

const DEVICES =
  'iphone|ipad|ios|proton|android|samsung|galaxy|huawei|xiaomi|redmi|oneplus|pixel|nokia|blackberry|windows|outlook|yahoo|gmail|telefonu|smartfon\\p{L}*|komórki|handy|smartphone|phone|mobile|mobil\\p{L}*|телефон\\p{L}*';
const OUTLOOK_LINE =
  /^(?:outlook für (?:ios|android) (?:beziehen|herunterladen|abrufen)|(?:get|pobierz|uzyskaj|holen sie sich|télécharge[rz]|obtenez|obtenir|obtén|obtenga|descarga|scarica|ottieni|baixe|obtenha|stáhn\p{L}+|stiahn\p{L}+|hämta|завантажити|завантажте|скачать)(?: si| aplikację)? outlook (?:\p{L}+ ){1,2}(?:ios|android))\.?$/iu;
const DEVICE_LINE = new RegExp(
  `^[\\s*_]*(?:sent (?:from|with|via)|wysłan[eoya]\\p{L}* (?:z|ze|przez)|gesendet (?:von|mit|über)|von meinem|odesláno (?:z|pomocí)|poslané z|enviado (?:desde|do|a partir d[eo])|envoyé (?:de|depuis|à partir)|inviato d[ai]\\p{L}*|verzonden (?:vanaf|met)|skickat från|sendt fra|lähetetty|отправлено (?:с|из)|відправлено з|надіслано з)(?=\\s).{0,50}(?<!\\p{L})(?:${DEVICES})(?!\\p{L}).{0,40}$`,
  'iu',
);

const LINK_MARKS = /[[\]]|\(https?:[^)\s]*\)|<https?:[^>\s]*>/g;

export function isDeviceLine(line: string): boolean {
  const said = line.replace(LINK_MARKS, '').trim();
  return DEVICE_LINE.test(said) || OUTLOOK_LINE.test(said);
}
