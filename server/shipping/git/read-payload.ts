import { hash } from 'node:crypto';
import type { ChangeState } from '#contract/git-words.ts';
import type { Forge } from '#contract/words.ts';
import { cleanLine, type Instant, instant } from '#platform';
import type { CodeFact } from './code-change.ts';

/** A fact in a payload, and the texts in which tickets are named. */
export interface ForgeFact extends CodeFact {
  readonly texts: readonly string[];
}

/** Longer texts of a forge are cut. */
const MOST_CHARACTERS = 300;
const MOST_OF_URL = 2000;
const MOST_OF_REPOSITORY = 200;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : '');
const lineOf = (value: unknown): string => [...cleanLine(textOf(value))].slice(0, MOST_CHARACTERS).join('');
const nameOf = (...values: readonly unknown[]): string | null => values.map(lineOf).find((name) => name !== '') ?? null;

/** A moment as forges write it: ISO 8601, `2026-11-20 10:00:00 UTC`, or seconds since 1970. */
function momentOf(values: readonly unknown[], otherwise: Instant): Pick<CodeFact, 'at' | 'is_dated'> {
  const milliseconds = values.map((value) =>
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN,
  );
  const moment = milliseconds.find((time) => time >= 0 && time < 253_402_300_800_000);
  return moment === undefined ? { at: otherwise, is_dated: 0 } : { at: instant(moment), is_dated: 1 };
}

/** An address that may be followed; null for any other. */
function addressOf(value: unknown): string | null {
  const text = textOf(value);
  if (text.length > MOST_OF_URL || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).href;
}

interface Repository {
  readonly name: string;
  readonly home: string | null;
  readonly defaultBranch: string;
  /** When something was pushed there last, as far as the payload says it. */
  readonly pushedAt: readonly unknown[];
}

function repositoryOf(forge: Forge, payload: Fields): Repository {
  if (forge === 'gitlab') {
    const { path_with_namespace, web_url, default_branch } = fieldsOf(payload.project);
    return {
      name: lineOf(path_with_namespace),
      home: addressOf(web_url),
      defaultBranch: textOf(default_branch),
      pushedAt: [],
    };
  }
  const { full_name, html_url, default_branch, pushed_at, updated_at } = fieldsOf(payload.repository);
  const pushedAt = [pushed_at, updated_at];
  return { name: lineOf(full_name), home: addressOf(html_url), defaultBranch: textOf(default_branch), pushedAt };
}

/** A commit keeps its author and its first line when it is rebased. */
const identityOfCommit = (address: string, title: string): string =>
  hash('sha256', `${address.trim().toLowerCase()}\n${title}`, 'base64url');

function commitFact(commit: Fields, repository: Repository, branch: string, now: Instant): ForgeFact | null {
  const message = textOf(commit.message);
  const title = lineOf(message.trimStart().split('\n', 1)[0]);
  if (title === '') return null;
  const author = fieldsOf(commit.author);
  return {
    ...{ kind: 'commit', repository: repository.name, title, texts: [message] },
    identity: identityOfCommit(textOf(author.email), title),
    author: nameOf(author.name, author.username),
    state: branch === repository.defaultBranch ? 'merged' : 'open',
    url: addressOf(commit.url),
    ...momentOf([commit.timestamp], now),
  };
}

interface BranchPush extends Pick<CodeFact, 'author' | 'at' | 'is_dated'> {
  readonly branch: string;
  readonly isGone: boolean;
}

function branchFact({ branch, isGone, ...rest }: BranchPush, { name, home }: Repository): ForgeFact | null {
  const title = lineOf(branch);
  if (title === '') return null;
  const url = home === null ? null : addressOf(`${home}/tree/${branch.split('/').map(encodeURIComponent).join('/')}`);
  const state = isGone ? 'closed' : 'open';
  const identity = hash('sha256', branch, 'base64url');
  return { kind: 'branch', repository: name, identity, title, state, url, texts: [branch], ...rest };
}

const HEADS = 'refs/heads/';

function factsOfPush(forge: Forge, payload: Fields, now: Instant): ForgeFact[] {
  const repository = repositoryOf(forge, payload);
  const ref = textOf(payload.ref);
  if (!ref.startsWith(HEADS)) return [];
  const branch = ref.slice(HEADS.length);
  const commits = listOf(payload.commits);
  const [pusher, sender] = [fieldsOf(payload.pusher), fieldsOf(payload.sender)];
  const author = nameOf(payload.user_name, pusher.full_name, pusher.name, pusher.login, sender.login);
  const heads = [fieldsOf(payload.head_commit).timestamp, commits.at(-1)?.timestamp, ...repository.pushedAt];
  const isGone = payload.deleted === true || /^0+$/.test(textOf(payload.after));
  return [
    branchFact({ branch, isGone, author, ...momentOf(heads, now) }, repository),
    ...commits.map((commit) => commitFact(commit, repository, branch, now)),
  ].filter((fact) => fact !== null);
}

/** A branch that is made, or deleted, where the forge tells that apart from a push. */
function factsOfBranch(forge: Forge, payload: Fields, isGone: boolean, now: Instant): ForgeFact[] {
  if (payload.ref_type !== 'branch') return [];
  const repository = repositoryOf(forge, payload);
  const ref = textOf(payload.ref);
  const branch = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref;
  const author = nameOf(fieldsOf(payload.sender).login);
  const fact = branchFact({ branch, isGone, author, ...momentOf(repository.pushedAt, now) }, repository);
  return fact === null ? [] : [fact];
}

const stateOfRequest = (state: unknown, isMerged: boolean): ChangeState =>
  isMerged ? 'merged' : state === 'closed' ? 'closed' : 'open';

function factsOfRequest(forge: Forge, payload: Fields, now: Instant): ForgeFact[] {
  const repository = repositoryOf(forge, payload);
  const isGitlab = forge === 'gitlab';
  const request = fieldsOf(isGitlab ? payload.object_attributes : payload.pull_request);
  const number = isGitlab ? request.iid : (request.number ?? payload.number);
  const title = lineOf(request.title);
  if (!Number.isSafeInteger(number) || title === '') return [];
  const body = textOf(isGitlab ? request.description : request.body);
  const branch = textOf(isGitlab ? request.source_branch : fieldsOf(request.head).ref);
  const isMerged = isGitlab ? request.state === 'merged' : request.merged === true || textOf(request.merged_at) !== '';
  const user = fieldsOf(request.user);
  return [
    {
      ...{ kind: 'change', repository: repository.name, identity: String(number), title },
      author: isGitlab ? nameOf(fieldsOf(payload.user).name) : nameOf(user.full_name, user.login),
      state: stateOfRequest(request.state, isMerged),
      url: addressOf(isGitlab ? request.url : request.html_url),
      ...momentOf([request.updated_at, request.created_at], now),
      texts: [textOf(request.title), body, branch],
    },
  ];
}

/** The facts in an event of this name. Events that tell nothing of code, and foreign ones, give none. */
export function readPayload(forge: Forge, event: string, payload: unknown, now: Instant): ForgeFact[] {
  const fields = fieldsOf(payload);
  const { name } = repositoryOf(forge, fields);
  if (name === '' || name.length > MOST_OF_REPOSITORY) return [];
  switch (forge === 'gitlab' ? `gitlab ${textOf(fields.object_kind)}` : event) {
    case 'push':
    case 'gitlab push':
      return factsOfPush(forge, fields, now);
    case 'create':
    case 'delete':
      return factsOfBranch(forge, fields, event === 'delete', now);
    case 'pull_request':
    case 'gitlab merge_request':
      return factsOfRequest(forge, fields, now);
    default:
      return [];
  }
}
