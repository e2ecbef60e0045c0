export { pictureKind, pictureRoutes } from './pictures/picture-routes.ts';
export { PictureSender } from './pictures/picture-sender.ts';
export { PictureStore } from './pictures/picture-store.ts';
export { avatar, logo } from './pictures/pictures.ts';
export { authenticate } from './sign-in/authentication.ts';
export { clientHash } from './sign-in/limits.ts';
export { MailPace, VALID_MINUTES } from './sign-in/request-code.ts';
export { peopleOfSessions } from './sign-in/session-store.ts';
export { personIn, personNow, SessionUse, showMe, staleSignIns } from './sign-in/sessions.ts';
export { sessionRoutes, signInRoutes } from './sign-in/sign-in-routes.ts';
export { issueStreamToken, streamTokensOf, Tokens } from './sign-in/tokens.ts';
export { startSession } from './sign-in/verify-code.ts';
export { addTokenFor, personWithToken, warnOfEndingTokens } from './tokens/api-tokens.ts';
export { tokenRoutes } from './tokens/token-routes.ts';
export { findStoredToken, peopleOfTokens } from './tokens/token-store.ts';
export { addDeveloper, addressOf, domainOf, forgetDeveloperAddress, nameFrom } from './users/addresses.ts';
export { addDeveloperBy, changeOfPerson, invitePerson, listPeople } from './users/person-commands.ts';
export { userRoutes } from './users/user-routes.ts';
export {
  countDevelopers,
  developerIds,
  findUser,
  findUserByEmail,
  findUsers,
  holdUser,
  holdUserAlone,
  listStoredUsers,
  mentionableUsers,
  type StoredUser,
  storeUserChange,
} from './users/user-store.ts';
export { changeProfile, viewUser } from './users/users.ts';
