/** A model of notices: what the rules (docs/rules/notices.md) say of who is told of what, and nothing else. */
import type { NoticeReason, Status } from '../../contract/words.ts';

export const WHO = ['ada', 'jan', 'ola', 'dev', 'ewa', 'iga'] as const;
export type Who = (typeof WHO)[number];

/** Leaves and comes back, does nothing, and is told like the others. */
export const ABSENT: Who = 'iga';

export interface KnownComment {
  readonly id: string;
  readonly author: Who;
  readonly isInternal: boolean;
  isSummary: boolean;
}

export interface KnownNotice {
  readonly whom: Who;
  readonly reason: NoticeReason;
  readonly actor: Who;
  comment: KnownComment | null;
  isRead: boolean;
}

/** The changes that one request made to the ticket. */
export interface Act {
  readonly actor: Who;
  /** A comment that it posted, and whom that names; of a closing, the answer. */
  readonly comment?: KnownComment;
  readonly names?: readonly Who[];
  readonly move?: { readonly from: Status; readonly to: Status };
  /** The person it gave the ticket to. */
  readonly assignee?: Who | null;
}

type Told = Pick<KnownNotice, 'reason' | 'comment'>;

/** One ticket, and the notices that people have of it, oldest first. */
export class Model {
  readonly developers: Set<Who>;
  readonly active: Set<Who> = new Set(WHO);
  readonly reporter: Who;
  readonly followers = new Set<Who>();
  readonly comments: KnownComment[] = [];
  notices: KnownNotice[] = [];
  status: Status = 'submitted';
  assignee: Who | null = null;

  constructor(reporter: Who, developers: Iterable<Who>) {
    this.reporter = reporter;
    this.developers = new Set(developers);
  }

  mayOpen(who: Who): boolean {
    return this.developers.has(who) || who === this.reporter;
  }

  mayRead(who: Who, comment: Pick<KnownComment, 'isInternal'> | null): boolean {
    return this.mayOpen(who) && (comment?.isInternal !== true || this.developers.has(who));
  }

  get activeDevelopers(): Who[] {
    return WHO.filter((who) => this.developers.has(who) && this.active.has(who));
  }

  /** Developers who may act. */
  get presentDevelopers(): Who[] {
    return WHO.filter((who) => this.developers.has(who) && who !== ABSENT);
  }

  /** People who may act on the ticket. */
  get present(): Who[] {
    return WHO.filter((who) => this.mayOpen(who) && who !== ABSENT);
  }

  /** People who may act and have a notice. */
  get told(): Who[] {
    return WHO.filter((who) => who !== ABSENT && this.notices.some(({ whom }) => whom === who));
  }

  /** The people that a comment may name. */
  mentionable(names: readonly Who[], isInternal: boolean): Who[] {
    return names.filter((who) => this.active.has(who) && this.mayRead(who, { isInternal }));
  }

  /** Ticket and notices as they are after an act. */
  does(act: Act): void {
    if (act.move) this.status = act.move.to;
    if (act.assignee !== undefined) this.assignee = act.assignee;
    if (act.comment) {
      if (act.comment.isSummary) for (const earlier of this.comments) earlier.isSummary = false;
      this.comments.push(act.comment);
    }
    for (const whom of WHO) {
      const notice = whom !== act.actor && this.active.has(whom) && this.mayOpen(whom) ? this.#toldTo(whom, act) : null;
      if (notice) this.notices.push({ whom, actor: act.actor, isRead: false, ...notice });
    }
  }

  /** The notice that somebody gets of an act, for the first reason that fits. */
  #toldTo(whom: Who, { comment, names = [], move, assignee }: Act): Told | null {
    const isOn = whom === this.reporter || whom === this.assignee;
    const read = comment !== undefined && this.mayRead(whom, comment) ? comment : null;
    if (read && names.includes(whom)) return { reason: 'mentioned', comment: read };
    if (isOn && move?.to === 'closed') return { reason: 'closed', comment: this.answer };
    if (isOn && move?.from === 'closed') return { reason: 'reopened', comment: null };
    if (assignee === whom) return { reason: 'assigned', comment: null };
    if (isOn && move) return { reason: 'status_changed', comment: null };
    if (isOn && read) return { reason: 'replied', comment: read };
    if (!this.followers.has(whom) || isOn) return null;
    if (move) return { reason: 'followed', comment: null };
    return read ? { reason: 'followed', comment: read } : null;
  }

  get answer(): KnownComment | null {
    return this.comments.find((comment) => comment.isSummary) ?? null;
  }

  takesBack(comment: KnownComment): void {
    this.comments.splice(this.comments.indexOf(comment), 1);
    this.notices = this.notices.filter((notice) => notice.comment !== comment || notice.reason === 'closed');
    for (const notice of this.notices) if (notice.comment === comment) notice.comment = null;
  }

  /** The notices that somebody may read now, newest first. */
  inboxOf(whom: Who): KnownNotice[] {
    return this.notices.filter((notice) => notice.whom === whom && this.mayRead(whom, notice.comment)).reverse();
  }
}
