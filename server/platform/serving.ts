export { compressAnswers } from './http/connection/compression.ts';
export { handOverReads, Transport, type TransportLoad } from './http/connection/transport.ts';
export { allowCrossOrigin, SANDBOX_POLICY, securityHeaders } from './http/headers.ts';
export { documentInterface, documentRoutes } from './http/openapi/document.ts';
export {
  answerWithDeclaredStatus,
  NoContent,
  NotModified,
  notJson,
  operation,
  type Routes,
  refuseOpenRoutes,
} from './http/operation.ts';
export { answerErrors, answerUnparsableRequest, failureOf, SENTENCE, sendRefusal } from './http/refusals.ts';
export { IdempotencyKey, keyOf, permitAccess, requestContext, WriteLimit } from './http/request-context.ts';
export { operatorAddresses, serviceRoutes } from './http/service-routes.ts';
export {
  bodyCheck,
  compileSerializer,
  compileValidator,
  fieldProblems,
  jsonBody,
  plainJson,
} from './http/validation.ts';
export { announcement, Mailbox, mailboxRoutes } from './mail/mailbox-routes.ts';
export { Mailers } from './mail/mailers.ts';
export { pageRoutes } from './web-app/page-routes.ts';
