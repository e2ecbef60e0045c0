import { findAnswers } from './find-answers.ts'
import { getTicket } from './get-ticket.ts'
import { listProjects } from './list-projects.ts'
import { myWork } from './my-work.ts'
import { searchTickets } from './search-tickets.ts'
import type { Tool } from './tool.ts'
import { whoami } from './whoami.ts'

/** Every tool, in the order in which lists have them (docs/rules/mcp.md#tools). */
export const TOOLS: readonly Tool[] = [searchTickets, getTicket, findAnswers, myWork, listProjects, whoami]
