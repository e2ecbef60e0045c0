/**
 * Domains at which everybody can get an e-mail address: the large services of the world, of Poland and of its
 * neighbours. It cannot be complete. It is there to stop a slip of the hand, not somebody who means it.
 */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  msn.com passport.com windowslive.com
  aim.com aol.com rocketmail.com ymail.com
  icloud.com mac.com me.com
  pm.me proton.me protonmail.ch protonmail.com
  keemail.me tuta.com tuta.io tutamail.com tutanota.com tutanota.de
  duck.com email.com fastmail.com fastmail.fm hey.com hushmail.com inbox.com mail.com zoho.com zoho.eu zohomail.com

  amorki.pl autograf.pl buziaczek.pl gazeta.pl go2.pl int.pl interia.com interia.eu interia.pl intmail.pl o2.pl onet.com.pl
  onet.eu onet.pl op.pl poczta.fm poczta.onet.eu poczta.onet.pl prokonto.pl spoko.pl tlen.pl vp.pl wp.eu wp.pl
  arcor.de freenet.de mailbox.org posteo.de posteo.net t-online.de web.de
  centrum.cz email.cz post.cz seznam.cz volny.cz azet.sk centrum.sk post.sk zoznam.sk
  i.ua meta.ua ukr.net bk.ru inbox.ru internet.ru list.ru mail.ru rambler.ru ya.ru inbox.lt inbox.lv

  free.fr laposte.net neuf.fr orange.fr sfr.fr wanadoo.fr
  alice.it libero.it tin.it tiscali.it virgilio.it
  btinternet.com ntlworld.com talktalk.net virginmedia.com
  att.net comcast.net cox.net sbcglobal.net verizon.net
  bol.com.br terra.com.br uol.com.br citromail.hu freemail.hu bluewin.ch telenet.be ziggo.nl sapo.pt abv.bg
  126.com 139.com 163.com foxmail.com qq.com sina.com sohu.com yeah.net daum.net hanmail.net naver.com rediffmail.com

  10minutemail.com guerrillamail.com mailinator.com temp-mail.org yopmail.com
  `
    .split(/\s+/)
    .filter((domain) => domain !== ''),
);

/** Services that have a domain in many countries, such as yahoo.co.uk and gmx.at. */
const IN_MANY_COUNTRIES = /^(gmx|hotmail|live|outlook|yahoo|yandex)\.(com?\.)?[a-z]{2,3}$/;

/** Whether everybody can get an address at a domain, which is in lower case. */
export const isPublicMailDomain = (domain: string): boolean =>
  PUBLIC_MAIL_DOMAINS.has(domain) || IN_MANY_COUNTRIES.test(domain);
