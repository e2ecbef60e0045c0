export { peopleOfSessions } from './session-store.ts';
export { clientHash } from './sessions/limits.ts';
export { personIn, personNow, SessionUse, staleSignIns } from './sessions/sessions.ts';
export { OidcProvider } from './sign-in/oidc/oidc-provider.ts';
export type { FollowTeams } from './sign-in/oidc/oidc-sign-in.ts';
export { printSignInLink } from './sign-in/oidc/oidc-sign-in.ts';
export type { OidcLine } from './sign-in/oidc/oidc-words.ts';
export { permitSignInChange } from './sign-in/passkeys/passkey-challenges.ts';
export { LONGEST_VALID_MINUTES, MailPace } from './sign-in/request-code.ts';
export { startSession } from './sign-in/verify-code.ts';
export { holdAccess, orphansOf, withoutOrphans } from './teams/orphan-store.ts';
export { addTokenFor, personWithToken, warnOfEndingTokens } from './tokens/api-tokens.ts';
export { findStoredToken, peopleOfTokens } from './tokens/token-store.ts';
export { addDeveloper, forgetDeveloperAddress, isBarred, nameFrom } from './users/addresses.ts';
export { addMailAddress, mailAddressesOf } from './users/mail-addresses.ts';
export { addDeveloperBy, changeOfPerson, invitePerson, listPeople, readRename } from './users/person-commands.ts';
export {
  countDevelopers,
  developerIds,
  findUser,
  findUserByEmail,
  findUsers,
  holdUser,
  holdUserAlone,
  listNames,
  listStoredUsers,
  mentionableUsers,
  type StoredUser,
  storeUserChange,
} from './users/user-store.ts';
export { addReporter, changeProfile, personByMail, showMe, viewUser } from './users/users.ts';
