export { MailIn } from './inbound/mail-in.ts';
export { mailInCheckRoutes, mailInRoutes } from './mail-in-routes.ts';
export { MailInWorker, MailListener, readListenAddress } from './ways/listener.ts';
