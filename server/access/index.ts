export {
  isReopenable,
  mayReopen,
  permissions,
  permitChange,
  permitFields,
  permitOpening,
  type TicketViewer,
} from './ticket-permissions.ts';
export {
  INTERNAL_FIELDS,
  isInternalField,
  mayHear,
  mayOpen,
  mayReadAttachment,
  mayReadComment,
  type Reader,
  readsInternals,
  type StreamEvent,
  type TicketScope,
  ticketScope,
} from './visibility.ts';
