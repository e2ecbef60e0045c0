import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeTicket } from '../../backend/change-ticket.ts';
import { fieldsQuery } from '../../backend/fields.ts';
import { peopleByIdQuery } from '../../backend/people.ts';
import { templatesQuery } from '../../backend/templates.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { Skeleton } from '../../design/feedback.tsx';
import { lengthOf, sendByKeys } from '../../design/field.tsx';
import { Form, NotReady, useAttempt } from '../../design/form.tsx';
import { Icon } from '../../design/icon.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { type Language, t } from '../../texts/texts.ts';
import { trimmed } from '../changing/text-bounds.ts';
import { undoOf } from '../changing/undo.ts';
import { AskedInputs, focusAsked } from '../filling/asked-inputs.tsx';
import { applicableFields, type Filled, filledOf } from '../filling/filling.ts';
import { withIds } from '../mentioning/mentions.ts';
import { closeOthers, NONE, useClosedTogether } from '../merging/closed-together.ts';
import { SimilarAnswers } from '../showing/similar-answers.tsx';
import { AnswerField, LONGEST_ANSWER, useAnswerDraft } from './answer-field.tsx';
import { FIXED_IN } from './fixed-in.ts';
import type { SharingDraft } from './sharing-fields.tsx';
import { useAlsoFoundBy } from './use-also-found-by.ts';

const AlsoClosing = onDemand(async () => (await import('../merging/also-closing.tsx')).AlsoClosing, 'merging');

/** The checklist of the template for the ticket's category, preferably of its project. */
function useChecklist(ticket: TicketSummary): string[] {
  const templates = useQuery(templatesQuery).data ?? [];
  const fitting = templates.filter(
    (template) => template.is_active && template.category === ticket.category && template.checklist_items.length > 0,
  );
  const best =
    fitting.find((candidate) => candidate.project_id !== null && candidate.project_id === ticket.project_id) ??
    fitting.find((fallback) => fallback.project_id === null);
  return best?.checklist_items ?? [];
}

function withChecklist(text: string, items: string[], ticked: string[]): string {
  if (ticked.length === 0) return trimmed(text);
  const done = items.map((item) => `- [${ticked.includes(item) ? 'x' : ' '}] ${item}`).join('\n');
  return `${trimmed(text)}\n\n**${t('closing.done')}**\n\n${done}`;
}

export function ClosingForm({ ticket, onClose }: { ticket: TicketSummary; onClose: () => void }) {
  const client = useQueryClient();
  const whole = useQuery(ticketQuery(ticket.number)).data ?? ticket;
  const items = useChecklist(ticket);
  const { language: ownLanguage } = useMe();
  const reporters = useQuery(peopleByIdQuery([ticket.reporter_id].filter((id) => id !== null)));
  const [reporter] = reporters.data ?? [];
  const draft = useAnswerDraft(ticket);
  const { text, setText, named, clear } = draft;
  const sharing = useClosingSharing(ticket);
  const alsoFoundBy = useAlsoFoundBy(ticket.id, `${text} ${sharing.draft.question}`);
  const [ticked, setTicked] = useState<string[]>([]);
  const [preview, setPreview] = useState(false);
  const together = useClosedTogether('beside' in whole ? (whole.beside ?? NONE) : NONE);
  const summary = withChecklist(withIds(text, named), items, ticked);

  const filling = useClosingFields(whole);

  const closing = useAttempt(async () => {
    if (!text.trim()) throw new NotReady(t('closing.required'));
    if (lengthOf(text) > LONGEST_ANSWER) return setPreview(false);
    const lacking = filling.firstLacking();
    if (lacking !== undefined) return focusAsked(lacking);
    if (sharing.holdsUp()) throw new NotReady(t('closing.lookFirst'));
    const changes = {
      status: 'closed' as const,
      closure_summary: summary,
      ...sharing.changes(),
      ...alsoFoundBy.changes(),
      ...filling.changes(),
    };
    const also = together.chosen.filter(({ id }) => together.ownOf(id) === undefined).map(({ id }) => id);
    const closed = await changeTicket(client, ticket, { ...changes, ...(also.length > 0 ? { also } : {}) });
    const others = await closeOthers(closed, together);
    clear();
    sharing.clear();
    onClose();
    toast({ text: t('closing.closed', { number: ticket.number }), ...undoOf(client, closed, ...others.answers) });
    for (const { id, error } of others.refused)
      toastRefusal(error, `#${together.tickets.find((candidate) => candidate.id === id)?.number}`);
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (answer: string) => {
    setPreview(false);
    setText(text.trim() ? `${text.trim()}\n\n${answer}` : answer);
    closing.forget();
    field.current?.focus();
  };

  return (
    <Dialog
      wide
      drafts
      onClose={onClose}
      title={t('closing.title', { number: ticket.number })}
      description={ticket.title}
    >
      <Form onSubmit={closing.attempt} className="contents">
        <DialogBody>
          {(reporter || reporters.isLoading) && <ReporterLanguage ticket={ticket} reporter={reporter} />}
          {preview ? (
            <div className="min-h-40 rounded-lg border border-line px-4 py-3">
              <Markdown text={summary} mentions={named.map(({ id, label }) => ({ id, name: label }))} />
            </div>
          ) : (
            <AnswerField
              ref={field}
              ticket={ticket.id}
              draft={draft}
              onText={(next) => {
                setText(next);
                closing.forget();
              }}
              onKeyDown={sendByKeys}
              error={closing.problem}
            />
          )}
          {!preview && <FixedIn ticket={whole} language={reporter?.language ?? ownLanguage} onInsert={insert} />}
          <AskedInputs ticket={ticket.id} {...filling.inputs} />
          {together.tickets.length > 0 && (
            <PartPlace>
              <AlsoClosing together={together} answer={text} isMore />
            </PartPlace>
          )}
          <SimilarAnswers ticket={whole} counted onInsert={insert} />
          <FoldedSharing
            sharing={sharing}
            answer={text}
            onAnswer={setText}
            reporter={reporter?.name ?? whole.reporter_name ?? ''}
          />
          <PartPlace>
            <AlsoFoundBy found={alsoFoundBy} isShared={sharing.draft.shared} />
          </PartPlace>
          {items.length > 0 && !preview && <Checklist items={items} ticked={ticked} onTick={setTicked} />}
        </DialogBody>
        <DialogFooter>
          <Button
            look="quiet"
            className="mr-auto"
            aria-pressed={preview}
            disabled={!text.trim()}
            onClick={() => setPreview(!preview)}
          >
            {preview ? t('composer.write') : t('composer.preview')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary" icon="check" busy={closing.busy}>
            {t('closing.submit')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

function Checklist({ items, ticked, onTick }: { items: string[]; ticked: string[]; onTick: (next: string[]) => void }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{t('closing.done')}</legend>
      {items.map((item) => (
        <label key={item} className="flex min-h-8 items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={ticked.includes(item)}
            onChange={(event) =>
              onTick(event.target.checked ? [...ticked, item] : ticked.filter((candidate) => candidate !== item))
            }
          />
          {item}
        </label>
      ))}
    </fieldset>
  );
}

interface FixedInProps {
  ticket: TicketSummary;
  language: Language;
  onInsert: (answer: string) => void;
}

/** Offers the version in which the cure is live as an answer, in the reporter's language. */
function FixedIn({ ticket: { live }, language, onInsert }: FixedInProps) {
  if (!live?.version) return null;
  const answer = FIXED_IN[language](live.version);
  return (
    <Button small icon="bolt" className="self-start" onClick={() => onInsert(answer)}>
      {answer}
    </Button>
  );
}

interface ReporterLanguageProps {
  ticket: TicketSummary;
  /** Undefined until it has come. It takes its room before, so that it moves nothing. */
  reporter: { name: string; language: Language } | undefined;
}

function ReporterLanguage({ ticket, reporter }: ReporterLanguageProps) {
  const { name, language } = reporter ?? { name: ticket.reporter_name ?? '', language: 'en' };
  return (
    <p
      className={classes(
        'flex items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-sm text-info',
        reporter === undefined && 'invisible',
      )}
    >
      <Icon name="mail" size={16} />
      {t('closing.language', { name, language: t(`language.${language}`) })}
    </p>
  );
}

// The browser looks for personal data, by code that only this dialog needs.
const SharingFields = onDemand(async () => (await import('./sharing-fields.tsx')).SharingFields, 'answers');
const AlsoFoundBy = onDemand(async () => (await import('./also-found-by.tsx')).AlsoFoundBy, 'answers');

interface FoldedSharingProps {
  sharing: ReturnType<typeof useClosingSharing>;
  answer: string;
  onAnswer: (answer: string) => void;
  reporter: string;
}

/** The question of the answer and whether it is shared: folded, because the proposal is mostly right. */
function FoldedSharing({ sharing, answer, onAnswer, reporter }: FoldedSharingProps) {
  const { draft, marks, unfolded } = sharing;
  return (
    <details
      className="group"
      open={unfolded}
      onToggle={(event) => sharing.unfold(event.currentTarget.open)}
      // A question that is too long is shown, not only refused.
      onInvalidCapture={() => sharing.unfold(true)}
    >
      <summary className="flex min-h-9 list-none flex-wrap items-center gap-x-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="people" size={16} />
        {t('closing.about')}
        <span className="text-xs">{t(draft.shared ? 'closing.shared' : 'closing.notShared')}</span>
        {marks > 0 && (
          <span className="inline-flex items-center gap-1 text-xs font-medium text-warning">
            <Icon name="warning" size={14} />
            {t('closing.personal', { count: marks })}
          </span>
        )}
        <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
      </summary>
      <div className="pt-2">
        <PartPlace fallback={<Skeleton lines={2} />}>
          <SharingFields
            draft={draft}
            onChange={sharing.change}
            answer={answer}
            onAnswer={onAnswer}
            reporter={reporter}
            onOpenMarks={sharing.count}
          />
        </PartPlace>
      </div>
    </details>
  );
}

/** The fields that are asked for at closing, with what the ticket says there. */
function useClosingFields(ticket: TicketSummary) {
  const atClosing = applicableFields(useQuery(fieldsQuery).data ?? [], ticket).filter(({ ask }) => ask === 'close');
  const [typed, setTyped] = useState<Record<string, Filled>>();
  const [insist, setInsist] = useState(false);
  const there = Object.fromEntries(
    atClosing.flatMap(({ key }) => {
      const value = filledOf(ticket.fields[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const values = typed ?? there;
  /** Shows what is needed and missing. @returns the first of it. */
  const firstLacking = () => {
    setInsist(true);
    return atClosing.find(({ key, needed }) => needed && values[key] === undefined);
  };
  const changes = () =>
    typed === undefined ? {} : { fields: Object.fromEntries(atClosing.map(({ key }) => [key, typed[key] ?? null])) };
  return { firstLacking, changes, inputs: { fields: atClosing, values, onChange: setTyped, insist } };
}

const SHORTEST_QUESTION = 3;

/** The question of an answer, prefilled with the title of its ticket, and whether it is shared. */
function useClosingSharing(ticket: TicketSummary) {
  const [blank] = useState<SharingDraft>({ question: ticket.title, shared: true });
  const [draft, change, clear] = useDraft(`sharing.${useMe().id}.${ticket.id}`, blank);
  // How many places look personal and wait for a word of the user.
  const [marks, count] = useState(0);
  const [unfolded, unfold] = useState(false);
  const [hasLooked, setLooked] = useState(false);
  /** Unfolds what looks personal, once: who sends again keeps it. @returns whether the user has to look first. */
  const holdsUp = () => {
    if (marks === 0 || hasLooked) return false;
    setLooked(true);
    unfold(true);
    return true;
  };
  /** The body of the request. */
  const changes = () => {
    const question = draft.question.trim();
    return { closure_question: question.length < SHORTEST_QUESTION ? null : question, closure_shared: draft.shared };
  };
  return { draft, change, marks, count, unfolded, unfold, holdsUp, changes, clear };
}
