import { type PageOfTicket, pageOfAnswers, pageOfTicket } from './pages.ts';

/** A task that a person gives to their agent, about one ticket. */
export interface TicketPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What to do, in words of Kwit's own. */
  task(number: number): string;
  /** What the agent gets to read with it. */
  readonly pages: readonly { readonly address: string; readonly page: PageOfTicket }[];
}

const ticket = { address: 'kwit://ticket', page: pageOfTicket };
const answers = { address: 'kwit://answers', page: pageOfAnswers };

export const PROMPTS: readonly TicketPrompt[] = [
  {
    name: 'triage',
    title: 'Triage a ticket',
    description: 'What is it, how pressing is it, what is missing, and has it been answered before?',
    task: (number) =>
      `Triage ticket #${number}. Say in a few lines what its reporter needs, which category and priority fit and why, what is missing to work on it, and whether one of the answers solves it. Propose changes; make none before I agree.`,
    pages: [ticket, answers],
  },
  {
    name: 'write_answer',
    title: 'Write an answer',
    description: 'A draft of the answer with which a ticket closes, from what solved similar ones.',
    task: (number) =>
      `Draft the answer with which ticket #${number} closes, for its reporter, in the language of the ticket: what was wrong, what was done, what they do if it comes back. Use what solved similar tickets where it fits, and say which. Send nothing before I agree.`,
    pages: [ticket, answers],
  },
  {
    name: 'duplicates_of',
    title: 'Find duplicates',
    description: 'Which other tickets are about the same thing?',
    task: (number) =>
      `Look with search_tickets for tickets that are about the same thing as ticket #${number}, open and closed ones, by several of its words and by what else they may be called. List each with its number, and why it is the same or is not.`,
    pages: [ticket],
  },
];
