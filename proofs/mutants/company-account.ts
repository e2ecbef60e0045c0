import type { Mutant } from './mutant.ts';

const SIGN_IN = 'server/people/sign-in/oidc/oidc-sign-in.ts';
const PROVIDER = 'server/people/sign-in/oidc/oidc-provider.ts';
const PERSON = 'server/people/sign-in/oidc/account-person.ts';
const CLAIMS_FILE = 'server/people/sign-in/oidc/claims.ts';
const LOGOUT = 'server/people/sign-in/oidc/oidc-routes.ts';
const COOKIE = 'server/people/sign-in/oidc/round-cookie.ts';
const REFUSALS = ['server/people/sign-in/oidc/oidc-refusals.api.test.ts'];
const STEPS = ['server/people/sign-in/oidc/oidc-sign-in.api.test.ts'];
const CLAIMS = ['server/people/sign-in/oidc/claims.test.ts'];
const LOGGED_OUT = ['server/people/sign-in/oidc/oidc-logout.api.test.ts'];

/** Defences of signing in with the company's account. */
export const COMPANY_ACCOUNT: readonly Mutant[] = [
  {
    breaks: 'the signature of an ID token is verified',
    file: PROVIDER,
    from: '      enableNonRepudiationChecks(configuration);\n',
    to: '',
    tests: REFUSALS,
  },
  {
    breaks: 'an ID token that another client asked for is refused',
    file: PROVIDER,
    from: 'if (token.azp !== undefined && token.azp !== client.id)',
    to: 'if (client.id === undefined)',
    tests: REFUSALS,
  },
  {
    breaks: 'an ID token names somebody',
    file: PROVIDER,
    from: ' || !SUBJECT.test(token.sub)',
    to: '',
    tests: REFUSALS,
  },
  {
    breaks: 'keys are read again for an unknown one at most once a minute',
    file: PROVIDER,
    from: 'now - last.at >= KEYS_MS && ',
    to: '',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'each way to the provider and back is taken once',
    file: SIGN_IN,
    from: "if (!(await runner.write(context, (work) => claimOnce(work, 'state', claim, ROUND_MS + MINUTE))))",
    to: 'if (false)',
    tests: STEPS,
  },
  {
    breaks: 'what a browser brings back is of a round that it has begun',
    file: SIGN_IN,
    from: "came.searchParams.get('state') !== round.state",
    to: "came.searchParams.get('state') === null",
    tests: REFUSALS,
  },
  {
    breaks: 'a code is redeemed in the browser that has come back',
    file: SIGN_IN,
    from: ' || (content.binding !== null && content.binding !== binding)',
    to: '',
    tests: REFUSALS,
  },
  {
    breaks: 'a code is redeemed once',
    file: SIGN_IN,
    from: "if (!(await work.of(SignInStepStore).use({ id }))) throw new Failure('invalid_or_expired_code');",
    to: '',
    tests: REFUSALS,
  },
  {
    breaks: 'a step of a sign-in ends',
    file: 'server/people/code-store.ts',
    from: 'row === undefined || row.expires_at <= now ? null',
    to: 'row === undefined ? null',
    tests: REFUSALS,
  },
  {
    breaks: 'a round ends after ten minutes',
    file: COOKIE,
    from: 'return round.until > now ? round : null;',
    to: 'return round;',
    tests: REFUSALS,
  },
  {
    breaks: 'an address is linked only when the provider has verified it',
    file: PERSON,
    from: 'if (!settings.oidc_trust_email && !isVerified(claims))',
    to: 'if (settings.oidc_trust_email && !isVerified(claims))',
    tests: STEPS,
  },
  {
    breaks: 'an address of another domain is not linked',
    file: PERSON,
    from: 'if (!settings.allowed_domains.includes(domainOf(email)))\n    return refused',
    to: "if (email === '')\n    return refused",
    tests: STEPS,
  },
  {
    breaks: 'a second account of a provider does not take a person over',
    file: PERSON,
    from: 'if (!linked.some((identity) => identity.issuer === issuer)) return;',
    to: "if (linked !== null || issuer !== '') return;",
    tests: STEPS,
  },
  {
    breaks: 'a linked person who is gone does not come in',
    file: PERSON,
    from: "linked to nobody.');\n  if (owner.is_active === 0)",
    to: "linked to nobody.');\n  if (owner.id === '')",
    tests: STEPS,
  },
  {
    breaks: 'the owner of an address who is gone gets no account linked',
    file: PERSON,
    from: 'Promise<void> {\n  if (owner.is_active === 0)',
    to: "Promise<void> {\n  if (owner.id === '')",
    tests: STEPS,
  },
  {
    breaks: 'groups that are required are asked for',
    file: PERSON,
    from: '  requireGroups(settings, claims);\n',
    to: '',
    tests: STEPS,
  },
  {
    breaks: 'a claim that is missing changes nothing',
    file: CLAIMS_FILE,
    from: "return { groups: null, problem: ['no_groups', name] };",
    to: "return { groups: [], problem: ['no_groups', name] };",
    tests: CLAIMS,
  },
  {
    breaks: 'an address has ASCII letters alone',
    file: CLAIMS_FILE,
    from: 'ADDRESS.test(value)',
    to: "value.includes('@')",
    tests: CLAIMS,
  },
  {
    breaks: 'only true verifies an address',
    file: CLAIMS_FILE,
    from: "claim(claims, 'email_verified') === true",
    to: "claim(claims, 'email_verified') !== false",
    tests: CLAIMS,
  },
  {
    breaks: 'userinfo verifies no address of the token',
    file: CLAIMS_FILE,
    from: 'token.email === userinfo.email ? userinfo.email_verified : undefined',
    to: 'userinfo.email_verified',
    tests: CLAIMS,
  },
  {
    breaks: 'next leads to no other site',
    file: COOKIE,
    from: "url.pathname.startsWith('//') ? '/' : ",
    to: '',
    tests: CLAIMS,
  },
  {
    breaks: 'a logout token is of the provider',
    file: LOGOUT,
    from: 'const expected = { issuer, audience: id,',
    to: 'const expected = { audience: id,',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'a logout token has no nonce, so that no ID token is one',
    file: LOGOUT,
    from: "if (Object.hasOwn(claims, 'nonce') || iat",
    to: 'if (iat',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'a logout token is for this client',
    file: LOGOUT,
    from: 'issuer, audience: id, algorithms',
    to: 'issuer, algorithms',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'a logout token is of now',
    file: LOGOUT,
    from: ' || Math.abs(iat * SECOND - now) > AROUND_MS',
    to: '',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'a logout token says that it is one',
    file: LOGOUT,
    from: ' || !Object.hasOwn(events, EVENT)',
    to: '',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'a logout token is good once',
    file: LOGOUT,
    from: "if (!(await claimOnce(work, 'logout', claim, 3 * AROUND_MS))) return false;",
    to: "await claimOnce(work, 'logout', claim, 3 * AROUND_MS);",
    tests: LOGGED_OUT,
  },
  {
    breaks: 'a logout ends the session there alone',
    file: LOGOUT,
    from: 'if (session !== null) await',
    to: 'if (session === null) await',
    tests: LOGGED_OUT,
  },
  {
    breaks: 'codes that are closed sign nobody in',
    file: 'server/people/sign-in/request-code.ts',
    from: "return who === 'everyone';",
    to: 'return true;',
    tests: STEPS,
  },
  {
    breaks: 'codes are closed only when a developer has come in otherwise',
    file: 'server/people/sign-in/passkeys/passkey-challenges.ts',
    from: 'if (isClosing && (await storedSetting(work, OIDC_PROVEN)) === undefined)',
    to: "if (isClosing && work.now === '')",
    tests: STEPS,
  },
  {
    breaks: 'a developer who came in by other settings proves nothing',
    file: 'server/people/sign-in/passkeys/passkey-challenges.ts',
    from: '  if (changesOidc) await removeSetting(work, OIDC_PROVEN);\n',
    to: '',
    tests: STEPS,
  },
  {
    breaks: 'whom somebody has put into a team stays there',
    file: 'server/tickets/teams/team-sign-in.ts',
    from: " || (!belongs && member?.via !== 'sign_in')",
    to: '',
    tests: STEPS,
  },
];
