/**
 * A model of merging, much shorter than the service: nothing ever moves. A comment stands on the ticket
 * at the end of the chain that begins where it was written.
 */

export type Reporter = 'ada' | 'jan';

interface ModelTicket {
  readonly reporter: Reporter;
  /** Its own status, whatever it is joined to. */
  isClosed: boolean;
  into: number | null;
  lead: number | null;
  /** Why Eve was added to it: by hand, or with the tickets that were joined to it. */
  readonly eve: Set<number | 'by hand'>;
  /** The comment that answers it, by its place in `comments`. */
  summary: number | null;
}

interface ModelComment {
  readonly text: string;
  /** The ticket on which it was written. */
  base: number;
  readonly isInternal: boolean;
  readonly author: Reporter | 'dev';
}

/** A ticket as a developer has to read it. */
export interface ExpectedTicket {
  readonly isClosed: boolean;
  readonly mergedInto: number | null;
  readonly comments: readonly (readonly [text: string, from: number | null, isSummary: boolean])[];
  /** The others that stand with it, the lead marked. */
  readonly beside: readonly (readonly [ticket: number, isLead: boolean])[];
  readonly readers: readonly (Reporter | 'eve')[];
}

export class MergingModel {
  readonly tickets: ModelTicket[] = [];
  readonly comments: ModelComment[] = [];

  report(reporter: Reporter): number {
    return this.tickets.push({ reporter, isClosed: false, into: null, lead: null, eve: new Set(), summary: null }) - 1;
  }

  at(index: number): ModelTicket {
    const ticket = this.tickets[index];
    if (ticket === undefined) throw new Error(`There is no ticket ${index}.`);
    return ticket;
  }

  root(index: number): number {
    const { into } = this.at(index);
    return into === null ? index : this.root(into);
  }

  way(index: number): number[] {
    const { into, lead } = this.at(index);
    const next = into ?? lead;
    return next === null ? [index] : [index, ...this.way(next)];
  }

  /** The tickets that were joined to one, itself too. */
  tree(index: number): number[] {
    return [index, ...this.tickets.flatMap(({ into }, child) => (into === index ? this.tree(child) : []))];
  }

  comment(index: number, author: ModelComment['author'], isInternal: boolean): string {
    const text = `Comment ${this.comments.length}`;
    this.comments.push({ text, base: this.root(index), isInternal, author });
    return text;
  }

  /** @returns the code of the refusal; null when it was done. */
  merge(source: number, into: number, mode: 'join' | 'beside', isTold: boolean): string | null {
    const [ticket, root] = [this.at(source), this.root(into)];
    if (source === into) return 'merge_self';
    if (ticket.into !== null || (mode === 'beside' && ticket.lead !== null)) return 'already_merged';
    if (this.way(root).includes(source)) return 'merge_circle';
    if (this.at(root).isClosed) return 'ticket_closed';
    if (mode === 'beside') {
      ticket.lead = this.way(root).at(-1) ?? root;
      return null;
    }
    if (ticket.reporter !== this.at(root).reporter && !isTold) return 'reporters_differ';
    ticket.into = root;
    if (ticket.eve.size > 0) this.at(root).eve.add(source);
    return null;
  }

  unmerge(source: number): string | null {
    const ticket = this.at(source);
    if (ticket.into === null && ticket.lead === null) return 'not_merged';
    if (ticket.into !== null && ticket.into !== this.root(source)) return 'merged_on';
    if (ticket.into === null) ticket.lead = null;
    else this.at(ticket.into).eve.delete(source);
    ticket.into = null;
    if (ticket.lead !== null && this.comesBy(ticket.lead, source)) ticket.lead = null;
    return null;
  }

  /** Whether the way from a ticket comes by another one, which may be on no way yet. */
  private comesBy(from: number, by: number): boolean {
    const { into, lead } = this.at(from);
    const next = into ?? lead;
    return from === by || (next !== null && this.comesBy(next, by));
  }

  person(index: number, isAdded: boolean): void {
    const { eve } = this.at(this.root(index));
    if (isAdded) eve.add('by hand');
    else eve.clear();
  }

  close(index: number): string | null {
    const ticket = this.at(index);
    if (ticket.into !== null) return 'already_merged';
    this.comment(index, 'dev', false);
    ticket.summary = this.comments.length - 1;
    ticket.isClosed = true;
    return null;
  }

  reopen(index: number): string | null {
    if (this.at(index).into !== null) return 'already_merged';
    this.at(index).isClosed = false;
    return null;
  }

  /** @returns the refusal, or the new ticket. */
  split(index: number, chosen: number): string | number {
    const [comment, root] = [this.comments[chosen], this.root(index)];
    if (comment === undefined || this.root(comment.base) !== root) return 'comment_not_found';
    if (comment.isInternal || this.at(comment.base).summary === chosen) return 'validation_error';
    const made = this.report(comment.author === 'dev' ? this.at(root).reporter : comment.author);
    comment.base = made;
    return made;
  }

  expected(index: number): ExpectedTicket {
    const ticket = this.at(index);
    const isJoined = ticket.into !== null;
    const comments = this.comments.flatMap(({ text, base }, place) =>
      this.root(base) === index
        ? [[text, base === index ? null : base, base === index && ticket.summary === place] as const]
        : [],
    );
    const lead = this.way(index).at(-1);
    const group = this.tickets.flatMap(({ into }, other) =>
      into === null && other !== index && this.way(other).at(-1) === lead ? [[other, other === lead] as const] : [],
    );
    return {
      isClosed: isJoined || ticket.isClosed,
      mergedInto: isJoined ? this.root(index) : null,
      comments: isJoined ? [] : comments,
      beside: isJoined ? [] : group.toSorted((a, b) => Number(b[1]) - Number(a[1]) || a[0] - b[0]),
      readers: [
        ...[...new Set(this.tree(index).map((each) => this.at(each).reporter))].sort(),
        ...(ticket.eve.size > 0 ? (['eve'] as const) : []),
      ],
    };
  }
}
