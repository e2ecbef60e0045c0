import { verifyEvents } from '#events';
import type { Actor, Work } from '#platform';
import { CheckStore, LINKS } from './check-store.ts';
import { type Checked, counted, grouped } from './checked.ts';

/** Checks every row of a database against the others, as the inventory says: links, counts, answers, events, the search. */
export async function checkRows(work: Work<Actor>): Promise<Checked[]> {
  return [
    await checkLinks(work),
    await checkCounts(work),
    await checkAnswers(work),
    await checkEvents(work),
    await checkSearch(work),
  ];
}

async function checkLinks(work: Work<Actor>): Promise<Checked> {
  const problems: string[] = [];
  for (const link of LINKS) {
    const count = await work.of(CheckStore).dangling(link);
    const { table, column, to } = link;
    if (count > 0) problems.push(`${table}.${column}: ${counted(count, 'row')} name a row of ${to} that is not there`);
  }
  return { name: 'links', text: `${LINKS.length} kinds of links between rows`, problems };
}

async function checkCounts(work: Work<Actor>): Promise<Checked> {
  const checks = work.of(CheckStore);
  const tickets = await checks.rowsOf('tickets');
  const problems = (await checks.miscounted()).map(
    ({ name, value, found }) => `the counter ${name} says ${value}, and there are ${found}`,
  );
  const behind = await checks.numbersBehind();
  if (behind) problems.push(`the last number is ${behind.value}, and a ticket has ${behind.highest}`);
  const votes = await checks.miscountedVotes();
  if (votes > 0) problems.push(`${counted(votes, 'answer')} with another number of votes than were given`);
  return { name: 'counts', text: counted(tickets, 'ticket'), problems };
}

async function checkAnswers(work: Work<Actor>): Promise<Checked> {
  const answers = await work.of(CheckStore).rowsOf('answers');
  const strange = await work.of(CheckStore).strangeSummaries();
  const problems = strange > 0 ? [`${counted(strange, 'ticket')} whose answer is none of theirs`] : [];
  return { name: 'answers', text: counted(answers, 'answer'), problems };
}

async function checkEvents(work: Work<Actor>): Promise<Checked> {
  const findings = await verifyEvents(work);
  return {
    name: 'events',
    text: `up to number ${grouped(await work.of(CheckStore).lastPosition())}`,
    problems: findings.map(({ what, ids }) => `${ids.length} ${what}: ${ids.join(', ')}`),
  };
}

async function checkSearch(work: Work<Actor>): Promise<Checked> {
  const unfound = await work.of(CheckStore).unindexed();
  const problems = unfound > 0 ? [`${counted(unfound, 'ticket')} that no search finds`] : [];
  return { name: 'search', text: 'the index of words', problems };
}
