/** A real Postfix and a real Dovecot of one machine, as a team has them: Debian's postfix, dovecot-imapd and dovecot-lmtpd. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/testing/free-port.ts';

/** How the mail server calls itself. */
export const MAIL_HOST = 'mx.test';
/** Mails to this domain go on to Kwit by LMTP, those to the other one lie in a mailbox that Kwit reads. */
export const BY_LMTP = 'lmtp.test';
export const BY_IMAP = 'imap.test';
/** The mailbox of Kwit, and the one of everybody at example.com. */
export const BOXES = { kwit: 'kwit', people: 'people' } as const;
export const PASSWORD = 'secret';

interface Ports {
  readonly smtp: number;
  readonly imap: number;
  readonly lmtp: number;
  readonly kwit: number;
}

const mainCf = (folder: string, { lmtp, kwit }: Ports) => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
myhostname = ${MAIL_HOST}
mydestination =
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
recipient_delimiter = +
relay_domains = ${BY_LMTP}, boxes.test
virtual_alias_domains = ${BY_IMAP}, example.com
virtual_alias_maps = regexp:${folder}/aliases
transport_maps = inline:{ { ${BY_LMTP} = lmtp:inet:127.0.0.1:${kwit} }, { boxes.test = lmtp:inet:127.0.0.1:${lmtp} } }
local_recipient_maps =
relay_recipient_maps =
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
`;

const ALIASES = `/@${BY_IMAP.replace('.', '\\.')}$/ ${BOXES.kwit}@boxes.test\n/@example\\.com$/ ${BOXES.people}@boxes.test\n`;

const masterCf = ({ smtp }: Ports) =>
  [
    `127.0.0.1:${smtp} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 1 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    'smtp unix - - n - - smtp',
    'lmtp unix - - n - - lmtp',
    'retry unix - - n - - error',
    'error unix - - n - - error',
    'anvil unix - - n - 1 anvil',
    'proxymap unix - - n - - proxymap',
    'showq unix n - n - - showq',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');

const dovecotConf = (folder: string, { imap, lmtp }: Ports) => `base_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
hostname = ${MAIL_HOST}
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/boxes/%n
auth_username_format = %Ln
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/boxes/%n allow_all_users=yes
}
namespace inbox {
  inbox = yes
  mailbox Done {
    auto = create
  }
}
service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtp}
  }
}
`;

/** Starts both in a folder of their own, as root. @returns their ports, and what stops them. */
export async function startMailServers() {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-mx-'));
  chmodSync(folder, 0o711);
  const [smtp, imap, lmtp, kwit] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const ports: Ports = { smtp, imap, lmtp, kwit };
  for (const name of ['queue', 'data', 'boxes', 'run']) mkdirSync(join(folder, name));
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  execFileSync('chown', ['mail:mail', join(folder, 'boxes')]);
  const files = {
    'main.cf': mainCf(folder, ports),
    'master.cf': masterCf(ports),
    'dovecot.conf': dovecotConf(folder, ports),
    aliases: ALIASES,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  execFileSync('dovecot', ['-c', join(folder, 'dovecot.conf')], { stdio: 'inherit' });
  execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' });
  const queue = () => execFileSync('postqueue', ['-c', folder, '-j'], { encoding: 'utf8' }).trim();
  const stop = () => {
    execFileSync('doveadm', ['-c', join(folder, 'dovecot.conf'), 'stop'], { stdio: 'ignore' });
    execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  return { ports, folder, queue, stop };
}
