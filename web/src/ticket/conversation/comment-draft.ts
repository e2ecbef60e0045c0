/** The draft of a comment, one for each user and ticket. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { COMMENT_TYPES } from '../../../../contract/words.ts';
import { placeOf } from '../../../../packages/markdown/picture-places.ts';
import type { Comment } from '../../backend/comments.ts';
import { fitted } from '../../session/draft.ts';
import { t } from '../../texts/texts.ts';
import { type Named, stillNamed, withLabels } from '../../tickets/mentioning/mentions.ts';

export interface Draft {
  text: string;
  internal: boolean;
  type: Comment['type'];
  /** The id of the comment that it replies to, or an empty string. */
  parent: string;
  key: string;
  /** The people whom the text may name; drafts of older versions have none. */
  named?: Named[];
}

export const BLANK_COMMENT: Draft = { text: '', internal: false, type: 'comment', parent: '', key: '' };

/** A draft as the composer of today has it: one of another version may be of a kind that is gone. */
export function fittedComment(stored: unknown): Draft {
  const draft = fitted(stored, BLANK_COMMENT);
  return { ...draft, type: COMMENT_TYPES.find((type) => type === draft.type) ?? BLANK_COMMENT.type };
}

export const draftName = (me: { id: string }, ticket: { id: string }): string => `comment.${me.id}.${ticket.id}`;

/** The draft with a place in the text for each picture. */
export function withPictures(draft: Draft, files: readonly File[]): Draft {
  const places = files.filter(({ type }) => type.startsWith('image/')).map(({ name }) => placeOf(name));
  if (places.length === 0) return draft;
  return { ...draft, key: '', text: [draft.text.trimEnd(), ...places].filter(Boolean).join('\n\n') };
}

/**
 * The draft with the words of a comment that the user took back, before those that they have typed since. Words of an
 * internal comment stay internal.
 */
export function withTakenBack(draft: Draft, comment: Comment): Draft {
  const { text: said, named } = withLabels(comment.content, comment.mentions);
  const isBack = draft.text.startsWith(said);
  const { type, parent } = draft.text.trim() ? draft : { type: comment.type, parent: comment.parent_id ?? '' };
  const text = isBack ? draft.text : [said, draft.text.trimStart()].filter(Boolean).join('\n\n');
  const everybody = [...named, ...(draft.named ?? []).filter(({ id }) => named.every((person) => person.id !== id))];
  const internal = draft.internal || comment.is_internal;
  return { text, internal, type, parent, key: '', ...(everybody.length > 0 ? { named: everybody } : {}) };
}

/** The rest of a draft after sending: the words of a comment that the user took back meanwhile. */
export function withoutSent(draft: Draft, sent: Draft): Draft {
  const before = draft.text.slice(0, Math.max(0, draft.text.length - sent.text.length)).trim();
  return before ? { ...BLANK_COMMENT, text: before, internal: draft.internal } : BLANK_COMMENT;
}

/** The people whom the draft names although they could not read it. */
export const barredFrom = ({ text, named = [] }: Draft, internal: boolean): Named[] =>
  internal ? stillNamed(text, named).filter(({ role }) => role === 'user') : [];

const EXCERPT = 120;

/** Names the author of the comment that is replied to, and quotes its beginning without Markdown. */
export const replyingTo = (comment: Comment): string =>
  t('comment.replyTo', {
    name: comment.user_name ?? t('field.nobody'),
    text: withLabels(comment.content, comment.mentions)
      .text.replace(/[*_`#>\s]+/g, ' ')
      .trim()
      .slice(0, EXCERPT),
  });

/** The element of a comment on the page, and what stands after `#` in an address that leads to it. */
export const anchorOf = (id: string): string => `comment-${id}`;

/** Brings a comment into view, also one that is folded away. */
export function useGoToComment(reveal: (id: string) => void): (id: string) => void {
  const latest = useRef(reveal);
  latest.current = reveal;
  const { current: goTo } = useRef((id: string) => {
    latest.current(id);
    requestAnimationFrame(() => document.getElementById(anchorOf(id))?.scrollIntoView({ block: 'center' }));
  });
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const id = /^comment-(.+)$/.exec(hash)?.[1];
    if (id) goTo(id);
  }, [hash, goTo]);
  return goTo;
}
