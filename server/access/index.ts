export {
  apartConditions,
  EVERYTHING,
  formOfScope,
  hasInternals,
  inScope,
  inScopes,
  internalScopeOf,
  knowableScopesOf,
  peopleColumn,
  type ScopeValues,
  scopesOf,
  scopeValues,
  type TicketScope,
} from './scope-filter.ts';
export {
  countInternallySeen,
  internallySeen,
  namedApart,
  OPEN_SIGHT,
  readSight,
  seesEverything,
  sightColumn,
  unseenTickets,
  withSight,
} from './sight-store.ts';
export {
  addedPeople,
  isConcealed,
  isHidden,
  type Reader,
  readsInternals,
  seesProject,
  sightIn,
  standing,
  type TicketFacts,
} from './standing.ts';
export {
  isReopenable,
  mayReopen,
  permissions,
  permitChange,
  permitFields,
  permitOpening,
  permitSaying,
  permitWorking,
  type TicketViewer,
} from './ticket-permissions.ts';
export { INTERNAL_FIELDS, isInternalField, mayHear, mayRead, type StreamEvent } from './visibility.ts';
