/** Faults of nodes and of what stands around them, one a minute. */
import { setTimeout as wait } from 'node:timers/promises';
import type { startBucket } from '../../server/testing/bucket.ts';
import type { MailServer } from '../../server/testing/mail-server.ts';
import type { WebhookReceiver } from '../../server/testing/webhook-receiver.ts';
import { cutConnections } from './cut.ts';
import type { NodeGroup } from './node-group.ts';
import type { PostgresServer } from './postgres-server.ts';

export interface Surroundings {
  readonly nodes: NodeGroup;
  readonly database: PostgresServer;
  readonly bucket: Awaited<ReturnType<typeof startBucket>>;
  readonly mail: MailServer;
  readonly receiver: WebhookReceiver;
}

interface Fault {
  readonly name: string;
  /** How long it lasts, in seconds. */
  readonly seconds: number;
  /** @param n the node that it is about, where it is about one. @returns what ends the fault. */
  begin(around: Surroundings, n: number): Promise<() => Promise<void>>;
}

const DAY_AHEAD = new URL('./day-ahead.mjs', import.meta.url).href;

export const FAULTS: readonly Fault[] = [
  {
    name: 'a node is killed (SIGKILL)',
    seconds: 5,
    async begin({ nodes }, n) {
      await nodes.at(n).kill();
      return () => nodes.revive(n);
    },
  },
  {
    name: 'a node is restarted (SIGTERM)',
    seconds: 0,
    async begin({ nodes }, n) {
      await nodes.restart(n);
      return async () => {};
    },
  },
  {
    name: 'the database crashes and is started again',
    seconds: 3,
    async begin({ database }) {
      await database.crash();
      return () => database.start();
    },
  },
  {
    name: 'packets of all connections to the database are dropped',
    seconds: 20,
    async begin({ database }) {
      const restore = cutConnections(database.port);
      return async () => restore();
    },
  },
  {
    name: 'S3 hangs up',
    seconds: 15,
    async begin({ bucket }) {
      bucket.setDown(true);
      return async () => bucket.setDown(false);
    },
  },
  {
    name: 'the mail server is down',
    seconds: 15,
    async begin({ mail }) {
      await mail.close();
      return () => mail.start();
    },
  },
  {
    name: 'the clock of a node is a day ahead',
    seconds: 20,
    async begin({ nodes }, n) {
      await nodes.at(n).stop();
      await nodes.revive(n, { NODE_OPTIONS: `--import ${DAY_AHEAD}` });
      // So that the balancer sends it requests.
      await wait(3000);
      return async () => {
        await nodes.restart(n);
      };
    },
  },
];
