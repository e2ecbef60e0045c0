import { column, optional, secret } from './columns.ts';
import { declareTable, OWN, PASSING } from './table-entry.ts';

const identities = declareTable({
  meaning: 'A company account that is linked to a person.',
  key: ['id'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the link.'),
    user_id: column.person('Whose account it is.'),
    issuer: column.text('The provider.'),
    subject: column.text('What the provider calls the person.'),
    created_at: column.time('When it was linked.'),
    last_used_at: column.time('The last sign-in with it.'),
  },
});

const sign_in_steps = declareTable({
  meaning: 'A step of a sign-in that waits for the next, for minutes and once.',
  key: ['id'],
  ...PASSING,
  erased: { remove: 'user_id' },
  checked: ['nothing'],
  columns: {
    id: secret(column.text('A keyed hash of what answers it.')),
    kind: column.text('Which step.'),
    user_id: optional(column.person('Who signs in, where that is known.')),
    content: secret(column.text('What the next step needs, as JSON.')),
    expires_at: column.time('When it ends.'),
  },
});

const sign_in_attempts = declareTable({
  meaning: 'A sign-in with the company account, and what it led to.',
  key: ['id'],
  ...PASSING,
  erased: { rewrite: 'All are deleted: each has what the provider said of somebody.' },
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies it.'),
    at: column.time('When it was.'),
    user_id: optional(column.person('Whom it was about, where that was clear.')),
    error: optional(column.text('Why it was refused; null when it was not.')),
    claims: secret(column.json('What the provider said.')),
    problems: column.json('What is wrong, in words.'),
  },
});

const passkeys = declareTable({
  meaning: 'A passkey, by its public key.',
  key: ['id'],
  unique: ['credential_id'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the passkey.'),
    user_id: column.person('Whose it is.'),
    credential_id: secret(column.text('What the authenticator calls it.')),
    public_key: secret(column.text('Its public key.')),
    counter: column.integer('How often it was used, as it said last.'),
    transports: column.json('How it is reached.'),
    name: column.text('What its owner calls it.'),
    backed_up: column.flag('Whether its owner has it on other devices as well.'),
    created_at: column.time('When it was registered.'),
    last_used_at: optional(column.time('The last use.')),
    suspended_at: optional(column.time('When its counter went back: it may have been copied.')),
  },
});

const recovery_codes = declareTable({
  meaning: 'A code that stands for a passkey once, as a keyed hash.',
  key: ['user_id', 'code_hash'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    user_id: column.person('Whose it is.'),
    code_hash: secret(column.text('HMAC of the code.')),
    created_at: column.time('When it was made.'),
  },
});

export const SIGN_IN_TABLES = {
  identities,
  sign_in_steps,
  sign_in_attempts,
  passkeys,
  recovery_codes,
};
