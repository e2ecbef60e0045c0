import { attachText } from './attach-text.ts';
import { closeTicket } from './close-ticket.ts';
import { commentTool } from './comment.ts';
import { findAnswers } from './find-answers.ts';
import { getTicket } from './get-ticket.ts';
import { listProjects } from './list-projects.ts';
import { myWork } from './my-work.ts';
import { reportTicket } from './report-ticket.ts';
import { searchTickets } from './search-tickets.ts';
import type { Tool } from './tool.ts';
import { updateTicket } from './update-ticket.ts';
import { whoami } from './whoami.ts';

/** Every tool, in the order in which lists have them (docs/rules/mcp.md#tools). */
export const TOOLS: readonly Tool[] = [
  searchTickets,
  getTicket,
  findAnswers,
  myWork,
  listProjects,
  whoami,
  reportTicket,
  commentTool,
  updateTicket,
  closeTicket,
  attachText,
];
