import { type CommandParts, contextOf, DAY, Outbound, OutboundGuard } from '#platform';
import { checkText } from './checks/check-words.ts';
import { type TryMailbox, tryWays } from './checks/run-check.ts';
import { InboundStore, type ListedMail } from './inbound/inbound-store.ts';
import { countMails, readMailInLoad } from './load.ts';
import { readMailIn, readSealed } from './settings.ts';
import { describeMailbox } from './ways/mailbox.ts';
import { MailboxSignIn } from './ways/mailbox-sign-in.ts';

/** `kwit mail-in status`: what came of late, and what waits. */
export async function mailInStatus({ runner, say }: CommandParts): Promise<boolean> {
  const { settings, load, states } = await runner.read(contextOf('mail-in status'), async (work) => ({
    settings: await readMailIn(work),
    load: await readMailInLoad(work),
    states: await countMails(work, DAY),
  }));
  const { mail_in_domain: domain } = settings;
  say(domain === null ? 'Mail in is off.' : `Mail in is on for ${domain}.`);
  say(load.last === null ? 'No mail has come yet.' : `The last mail came ${load.last}.`);
  say(load.oldest === null ? 'None waits.' : `${load.waiting} wait, the oldest since ${load.oldest}.`);
  say(`Within 24 hours: ${states.map(({ state, count }) => `${count} ${state}`).join(', ') || 'none'}.`);
  return true;
}

/** `kwit mail-in check`: tries the ways in, with the settings that hold. @returns whether there is one, and all of them work. */
export async function mailInCheck({ runner, source, config, say }: CommandParts): Promise<boolean> {
  const context = contextOf('mail-in check');
  const { values, hasSecret } = await runner.read(context, async (work) => ({
    values: await readMailIn(work),
    hasSecret: (await readSealed(work, source, 'mail_in_secret')) !== null,
  }));
  const outbound = new Outbound(new OutboundGuard(config.outboundAllow));
  const signIn = new MailboxSignIn({ runner, source, outbound });
  const tryMailbox: TryMailbox = (draft) => describeMailbox(signIn, config.mailInImap, draft);
  const { lines, state } = await tryWays({ values, hasSecret }, config, tryMailbox);
  outbound.close();
  say(lines.map((line) => checkText(line, 'en')).join('\n'));
  return state === 'green';
}

const PAGE = 500;

/** `kwit mail-in verify`: each mail has its bytes, and what it became. @returns whether none lacks any. */
export async function mailInVerify({ runner, files, say }: CommandParts): Promise<boolean> {
  let [count, missing, before]: [number, number, string | null] = [0, 0, null];
  for (;;) {
    const from: string | null = before;
    const mails: ListedMail[] = await runner.read(contextOf('mail-in verify'), (work) =>
      work.of(InboundStore).list(null, from, PAGE),
    );
    for (const mail of mails) {
      const fault = await faultOf(mail, async (name) => {
        const file = await files.open(name);
        file?.stream.destroy();
        return file !== null;
      });
      if (fault === null) continue;
      missing += 1;
      say(`${mail.id}: ${fault}`);
    }
    count += mails.length;
    before = mails.at(-1)?.id ?? null;
    if (mails.length < PAGE) break;
  }
  say(missing === 0 ? `${count} mails, none lacks anything.` : `${missing} of ${count} mails lack something.`);
  return missing === 0;
}

/** The fault of a mail; null for none. A comment may have been taken back since. */
async function faultOf(
  { state, raw_file, ticket_id }: ListedMail,
  isThere: (name: string) => Promise<boolean>,
): Promise<string | null> {
  if (raw_file !== null && !(await isThere(raw_file))) return 'its bytes are gone.';
  if (raw_file === null && state === 'waiting') return 'it waits, and has no bytes.';
  if ((state === 'reply' || state === 'report') && ticket_id === null) return `it is a ${state} without a ticket.`;
  return null;
}
