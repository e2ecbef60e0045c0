import { findAnswers, listProjects, myWork, searchTickets } from './finding.ts';
import { joinTicket, placeBeside, splitTicketTool } from './merging.ts';
import { getTicket, whoami } from './showing.ts';
import type { Tool } from './tool.ts';
import { attachText, closeTicket, commentTool, reportTicket, updateTicket } from './writing.ts';

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
  placeBeside,
  joinTicket,
  splitTicketTool,
];
