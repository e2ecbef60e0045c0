/** Drops the packets of existing TCP connections without a word, as a network does that has lost its way. Needs root and iptables. */
import { execFileSync } from 'node:child_process';

const CHAIN = 'KWIT-SOAK';

const iptables = (...words: string[]) => execFileSync('iptables', words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** The ports of this machine from which somebody is connected to a port of it. */
function connectedTo(port: number): string[] {
  const said = execFileSync('ss', ['-Htn', 'state', 'established', 'dport', '=', `:${port}`], { encoding: 'utf8' });
  return said
    .split('\n')
    .map((line) => /:(\d+)\s+\S+$/.exec(line.trim())?.[1] ?? '')
    .filter(Boolean);
}

/** Fails where iptables or ss is missing: a soak asks before it begins, not when it is their turn. */
export function checkCanCut(): void {
  iptables('-n', '-L', 'OUTPUT');
  connectedTo(1);
}

/** Cuts the connections to a port that there are now; new ones work. @returns a function that lets packets pass again. */
export function cutConnections(port: number): () => void {
  iptables('-N', CHAIN);
  iptables('-I', 'OUTPUT', '-j', CHAIN);
  for (const from of connectedTo(port)) {
    iptables('-A', CHAIN, '-p', 'tcp', '--sport', from, '--dport', String(port), '-j', 'DROP');
    iptables('-A', CHAIN, '-p', 'tcp', '--sport', String(port), '--dport', from, '-j', 'DROP');
  }
  return () => {
    iptables('-D', 'OUTPUT', '-j', CHAIN);
    iptables('-F', CHAIN);
    iptables('-X', CHAIN);
  };
}
