/** `ticket.status_changed` and `ticket_not_found` as the document's names are written: `TicketStatusChanged`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
